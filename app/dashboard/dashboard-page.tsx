import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { EuSalesWarning } from "#app/fiscal/eu-sales-warning.tsx";
import { readEuSales } from "#app/fiscal/eu-sales.server.ts";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { outdatedPostgres } from "#app/platform/postgres-version.server.ts";
import { requestContext } from "#app/request-context.ts";
import { frenchMoment, parisDay } from "#app/ui/french-date.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/dashboard-page.ts";
import { BestSellers, LastComments, ToDeliver, UnreadMessages } from "./dashboard-lists.tsx";
import {
  readBestSellers,
  readLastComments,
  readSales,
  readToDeliver,
  readUnreadMessages,
} from "./dashboard.server.ts";
import { PeriodPicker } from "./period-picker.tsx";
import { parsePeriod } from "./period.ts";
import { SalesPanel } from "./sales-panel.tsx";

const TITLE = "Tableau de bord";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, sql, config, settings } = context.get(requestContext).services;
  const now = new Date();
  const search = new URL(request.url).searchParams;
  const period = parsePeriod(search, now);
  const current = settings.current();
  const [outdated, euSales, sales, toDeliver, sellers, messages, comments] = await Promise.all([
    outdatedPostgres(sql, config),
    current.groups.sales.countries === "France" ? null : readEuSales(db, current),
    readSales(db, period),
    readToDeliver(db),
    readBestSellers(db, period),
    readUnreadMessages(db),
    readLastComments(db),
  ]);
  const isTable = search.get("vue") === "tableau";
  const { isOpen } = current;
  return {
    now,
    period,
    isTable,
    isOpen,
    outdated,
    euSales,
    sales,
    toDeliver,
    sellers,
    messages,
    comments,
  };
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  // « product » covers new comments too, because a comment changes the rating of its product.
  useLive("order", "message", "product");
  const { now, period, isTable, isOpen, outdated, euSales, sales, toDeliver, ...lists } =
    loaderData;
  const { sellers, messages, comments } = lists;
  return (
    <>
      <PageHead
        title={TITLE}
        actions={<PeriodPicker period={period} isTable={isTable} today={parisDay(now)} />}
      >
        <span className="dash__live">{`En direct, à jour à ${frenchMoment(now, now).slice(-5)}`}</span>
      </PageHead>
      {!isOpen && (
        <Note title="La boutique est fermée au public">
          <p>
            <TextLink to="/admin/ouverture">Ce qu’il reste à faire pour l’ouvrir</TextLink>
          </p>
        </Note>
      )}
      {outdated !== null && <OutdatedPostgres version={outdated} />}
      {euSales?.isOver && <EuSalesWarning sales={euSales} />}
      <SalesPanel sales={sales} period={period} isTable={isTable} waiting={toDeliver} />
      <div className="duo">
        <ToDeliver orders={toDeliver.orders} count={toDeliver.count} now={now} />
        <UnreadMessages messages={messages} now={now} />
      </div>
      <div className="duo">
        <BestSellers sellers={sellers} />
        <LastComments comments={comments} now={now} />
      </div>
    </>
  );
}

function OutdatedPostgres({ version }: { version: string }) {
  return (
    <Note tone="warning" title="La base de données de la boutique n’est pas à jour">
      <p>
        PostgreSQL {version}, fourni avec la boutique, a des failles connues&nbsp;: la version 18.6
        en corrige 28. Confiez les données à un serveur PostgreSQL à jour (réglage{" "}
        <code>DATABASE_URL</code>)&nbsp;; la marche à suivre est dans SECURITY.md.
      </p>
    </Note>
  );
}

export const ErrorBoundary = listErrorBoundary(TITLE);
