import type { Route } from "./+types/dashboard-page.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { ListErrorBoundary } from "#app/pages/error-screen.tsx";
import { requestContext } from "#app/platform/request-context.ts";
import { frenchMoment, parisDay } from "#app/ui/french-date.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { BestSellers, LastComments, ToDeliver, UnreadMessages } from "./dashboard-lists.tsx";
import {
  readBestSellers,
  readLastComments,
  readSales,
  readToDeliver,
  readUnreadMessages,
} from "./dashboard.server.ts";
import { parsePeriod } from "./period.ts";
import { PeriodPicker } from "./period-picker.tsx";
import { SalesPanel } from "./sales-panel.tsx";

const TITLE = "Tableau de bord";

export const meta: Route.MetaFunction = () => [
  { title: `${TITLE} · Éclat` },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const now = new Date();
  const search = new URL(request.url).searchParams;
  const period = parsePeriod(search, now);
  const [sales, toDeliver, sellers, messages, comments] = await Promise.all([
    readSales(db, period),
    readToDeliver(db),
    readBestSellers(db, period),
    readUnreadMessages(db),
    readLastComments(db),
  ]);
  const isTable = search.get("vue") === "tableau";
  return { now, period, isTable, sales, toDeliver, sellers, messages, comments };
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  // A comment changes its product's rating.
  useLive("order", "message", "product");
  const { now, period, isTable, sales, toDeliver, sellers, messages, comments } = loaderData;
  return (
    <>
      <PageHead
        title={TITLE}
        actions={<PeriodPicker period={period} isTable={isTable} today={parisDay(now)} />}
      >
        <span className="dash__live">En direct, à jour à {frenchMoment(now, now).slice(-5)}</span>
      </PageHead>
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListErrorBoundary error={error} title={TITLE} />;
}
