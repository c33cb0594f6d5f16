import { Form, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { requestContext } from "#app/request-context.ts";
import { DataTable, dateColumn, type Column } from "#app/ui/areas/data-table.tsx";
import { DateField } from "#app/ui/areas/date-field.tsx";
import { listAddress } from "#app/ui/areas/list-address.ts";
import { PERIOD } from "#app/ui/areas/list-filters.ts";
import { ListPage } from "#app/ui/areas/list-page.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { Button } from "#app/ui/button.tsx";
import { frenchMonthOf } from "#app/ui/french-day.ts";
import { Link, TextLink } from "#app/ui/link.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/payouts-page.ts";
import { netOf, type MonthSums } from "./month-sums.ts";
import { STATE_LABELS, adviceOf, amountText } from "./movement-texts.ts";
import { askForTransactions } from "./read-transactions.server.ts";
import { ReadingNote } from "./reading-note.tsx";
import { readDifferences, readMonths, readState, type Movement } from "./reconciliation.server.ts";
import { KIND_LABELS } from "./transaction-kind.ts";

const TITLE = "Rapprochement PayPal";
const payoutsAddress = listAddress("/admin/paiements/rapprochement", PERIOD);
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

/** Periods of 31 days that a click reads before its page answers; a job reads the rest. */
const PERIODS_A_CLICK = 3;

/** The period of the page: the last twelve months, unless the address has another one. */
function daysOf(request: Request) {
  const { from, until, page } = payoutsAddress.parse(new URL(request.url).searchParams);
  const today = parisToday();
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4, 8)}01`;
  return { days: { from: from ?? (until ? null : yearAgo), until }, page };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const { days, page } = daysOf(request);
  const [reading, found, months] = await Promise.all([
    readState(db),
    readDifferences(db, days, { page }),
    readMonths(db, days),
  ]);
  return { reading, days, found, months };
}

/** POST: reads the provider's transactions now. */
export async function action({ context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const outcome = await askForTransactions(services, admin, { periods: PERIODS_A_CLICK });
  if (outcome.kind === "read" && !outcome.isComplete)
    await services.jobs.send(services.db, "read-transactions", {});
  return { isBusy: outcome.kind === "busy" };
}

export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reading, days, found, months } = loaderData;
  const isReading = useNavigation().formMethod === "POST";
  return (
    <ListPage
      title={TITLE}
      intro={
        <>
          Les encaissements et remboursements de la boutique face aux mouvements du compte PayPal.{" "}
          <TextLink to="/admin/paiements">Retour aux paiements</TextLink>
        </>
      }
      actions={
        <Form method="post" preventScrollReset>
          <Button
            icon="rotate-ccw"
            variant={reading ? "plain" : "primary"}
            size="s"
            busy={isReading}
          >
            <span>{reading ? "Actualiser" : "Lire les mouvements PayPal"}</span>
          </Button>
        </Form>
      }
      above={
        <>
          <ReadingNote
            reading={reading}
            counts={found.counts}
            isBusy={actionData?.isBusy ?? false}
          />
          {reading?.readUntil && (
            <>
              <Period days={days} />
              {months.length > 0 && <Months months={months} />}
            </>
          )}
        </>
      }
      panel={{ id: "ecarts", title: "Écarts" }}
      total={found.total}
      count={plural(found.total, "écart")}
      {...payoutsAddress.pages({ ...days, page: found.page }, found.pageCount)}
      pagesLabel="Pages des écarts"
      empty={
        reading?.readUntil
          ? {
              title: "Aucun écart",
              text: "Sur cette période, chaque encaissement et chaque remboursement lu est le même des deux côtés.",
            }
          : { title: "Rien n’est lu", text: "Les écarts s’afficheront après une première lecture." }
      }
    >
      <Differences movements={found.differences} />
    </ListPage>
  );
}

function Period({ days }: { days: { from: string | null; until: string | null } }) {
  return (
    <Panel id="periode" title="Période">
      <Form className="panel__body fiscal-export" method="get">
        <DateField name="du" label="Du" value={days.from} />
        <DateField name="au" label="Au" value={days.until} />
        <noscript>
          <Button variant="secondary" size="s">
            Afficher
          </Button>
        </noscript>
        <TextLink to={payoutsAddress.csvHref(days)} reloadDocument>
          Tous les mouvements (CSV)
        </TextLink>
      </Form>
    </Panel>
  );
}

const sum = (
  head: string,
  cents: (sums: Omit<MonthSums, "month">) => number,
): Column<MonthSums> => ({
  head,
  isEnd: true,
  hasCardHead: true,
  render: (row) => formatPrice(cents(row)),
});

const MONTH_COLUMNS: Column<MonthSums>[] = [
  {
    head: "Mois",
    isRowHeader: true,
    className: "c-head",
    render: ({ month }) => <b>{capitalised(frenchMonthOf(month))}</b>,
  },
  sum("Encaissé", ({ captureCents }) => captureCents),
  sum("Remboursé", ({ refundCents }) => refundCents),
  sum("Litiges", ({ disputeCents }) => disputeCents),
  sum("Commissions", ({ feeCents }) => feeCents),
  sum("Virements", ({ transferCents }) => transferCents),
  sum("Autres", ({ otherCents }) => otherCents),
  sum("Solde du mois", netOf),
];

function Months({ months }: { months: MonthSums[] }) {
  return (
    <Panel id="mois" title="Mouvements PayPal par mois">
      <DataTable
        className="t-fiscal"
        caption="Mouvements PayPal par mois, en euros"
        rows={months}
        keyOf={({ month }) => month}
        columns={MONTH_COLUMNS}
      />
    </Panel>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const DIFFERENCE_COLUMNS: Column<Movement>[] = [
  dateColumn<Movement>(({ at }) => at),
  {
    head: "Écart",
    isRowHeader: true,
    className: "c-head two",
    render: ({ kind, state, id, code }) => (
      <>
        <b>{KIND_LABELS[kind]}</b>
        <div>
          <Tag tone={state === "apart" ? "outline" : "error"} label={STATE_LABELS[state]} />
        </div>
        <div className="code small">{code ? `${id} (${code})` : id}</div>
      </>
    ),
  },
  {
    head: "Commande",
    hasCardHead: true,
    render: ({ orderId }) =>
      orderId ? (
        <Link className="cell code" to={`/admin/commandes?commande=${orderId}`}>
          {deliveryNumber(orderId)}
        </Link>
      ) : (
        "Inconnue"
      ),
  },
  {
    head: "Boutique",
    isEnd: true,
    hasCardHead: true,
    render: ({ shopCents }) => amountText(shopCents, "EUR"),
  },
  {
    head: "PayPal",
    isEnd: true,
    hasCardHead: true,
    render: ({ providerCents, currency }) => amountText(providerCents, currency),
  },
  {
    head: "Que faire",
    className: "c-head soft",
    render: (movement) => adviceOf(movement),
  },
];

function Differences({ movements }: { movements: Movement[] }) {
  return (
    <DataTable
      className="t-fiscal"
      rows={movements}
      keyOf={({ id, state }) => `${id} ${state}`}
      columns={DIFFERENCE_COLUMNS}
    />
  );
}

export const ErrorBoundary = listErrorBoundary(TITLE);
