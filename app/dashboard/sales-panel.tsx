import { DataTable } from "#app/ui/areas/data-table.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { relativeChange } from "./axis-scale.ts";
import type { Sales, Totals } from "./dashboard.server.ts";
import { dashboardHref, type Period } from "./period.ts";
import { barName, orderCount, SalesChart } from "./sales-chart.tsx";

type SalesPanelProps = {
  sales: Sales;
  period: Period;
  isTable: boolean;
  waiting: { count: number; late: number };
};

/**
 * The average amount in cents of the orders that were not fully refunded or cancelled, minus their refunds; 0 without orders.
 */
const average = ({ keptCents, orders }: Totals) => (orders === 0 ? 0 : keptCents / orders);

/** The sales of the period: key figures, and a chart or (`isTable`) a table of the same data. */
export function SalesPanel({ sales, period, isTable, waiting }: SalesPanelProps) {
  const { bars, total, before } = sales;
  const dates = frenchPeriod(period.from, period.until);
  const best = bars.reduce((most, bar) => (bar.cents > most.cents ? bar : most));
  // Inside a sentence, French days and months have no capital.
  const bestName = barName(best.start, period.step);
  const summary =
    `Ventes ${dates}\u00a0: ${formatPrice(total.cents)} de chiffre d’affaires en ${orderCount(total.orders)}. ` +
    `Au plus haut\u00a0: ${bestName.charAt(0).toLowerCase() + bestName.slice(1)}, avec ${formatPrice(best.cents)}.`;
  return (
    <Panel
      id="ventes"
      title={`Ventes ${dates}`}
      aside={
        <nav className="seg" aria-label="Affichage">
          <Link
            to={dashboardHref(period, { isTable: false })}
            aria-current={isTable ? undefined : "true"}
            preventScrollReset
          >
            <Icon name="chart-no-axes-column" size={16} />
            Graphique
          </Link>
          <Link
            to={dashboardHref(period, { isTable: true })}
            aria-current={isTable ? "true" : undefined}
            preventScrollReset
          >
            <Icon name="table-2" size={16} />
            Tableau
          </Link>
        </nav>
      }
    >
      <dl className="figures">
        <Figure
          name="Chiffre d’affaires"
          mark="key"
          now={total.cents}
          before={before.cents}
          format={formatPrice}
        />
        <Figure
          name="Commandes"
          mark="key key--orders"
          now={total.orders}
          before={before.orders}
          format={String}
        />
        <Figure
          name="Panier moyen"
          now={average(total)}
          before={average(before)}
          format={formatPrice}
        />
        <div className="figure">
          <dt>À livrer</dt>
          <dd>{waiting.count}</dd>
          <dd>{waiting.late > 0 ? `dont ${waiting.late} en retard` : "aucune en retard"}</dd>
        </div>
      </dl>
      {total.orders === 0 && total.cents === 0 ? (
        <NoSales sales={sales} period={period} isTable={isTable} />
      ) : isTable ? (
        <SalesTable sales={sales} step={period.step} summary={summary} />
      ) : (
        <SalesChart bars={bars} step={period.step} summary={summary} />
      )}
    </Panel>
  );
}

type FigureProps = {
  name: string;
  mark?: string;
  now: number;
  /** The value of the previous period. */
  before: number;
  format: (value: number) => string;
};

function Figure({ name, mark, now, before, format }: FigureProps) {
  const delta = relativeChange(now, before);
  return (
    <div className="figure">
      <dt>
        {mark && <i className={mark} aria-hidden="true" />}
        {name}
      </dt>
      <dd>{format(now)}</dd>
      <dd>
        {delta ? (
          <>
            <span className={delta.isUp ? "up" : "down"}>{delta.text}</span> sur {format(before)}
          </>
        ) : (
          "rien la période précédente"
        )}
      </dd>
    </div>
  );
}

function NoSales({
  sales,
  period,
  isTable,
}: Pick<SalesPanelProps, "sales" | "period" | "isTable">) {
  const { lastOrderAt } = sales;
  const isLongest = period.choice === "12-mois";
  return (
    <EmptyState
      panel
      level={2}
      drawing="box"
      title="Aucune vente sur cette période"
      text={
        lastOrderAt
          ? `La dernière commande date du ${frenchDay(lastOrderAt)}.`
          : "La première commande s’affichera ici aussitôt passée."
      }
      action={
        lastOrderAt &&
        !isLongest && (
          <ButtonLink
            variant="secondary"
            to={dashboardHref({ ...period, choice: "12-mois" }, { isTable })}
            preventScrollReset
          >
            Voir 12 mois
          </ButtonLink>
        )
      }
    />
  );
}

type SalesTableProps = { sales: Sales; step: Period["step"]; summary: string };

/** The bars of the chart as a table, newest first. */
function SalesTable({ sales, step, summary }: SalesTableProps) {
  return (
    // With tabIndex, the table is scrollable by keyboard.
    <div className="dash__table" tabIndex={0} role="region" aria-label="Tableau des ventes">
      <DataTable
        className="t-sales"
        caption={summary}
        rows={sales.bars.toReversed()}
        keyOf={({ start }) => start}
        columns={[
          {
            head: step === "day" ? "Jour" : "Mois",
            isRowHeader: true,
            render: ({ start }) => barName(start, step),
          },
          { head: "Commandes", isEnd: true, hasCardHead: true, render: ({ orders }) => orders },
          {
            head: "Chiffre d’affaires",
            isEnd: true,
            hasCardHead: true,
            render: ({ cents }) => <b>{formatPrice(cents)}</b>,
          },
          {
            head: "Période précédente",
            className: "muted",
            isEnd: true,
            hasCardHead: true,
            render: ({ centsBefore }) => formatPrice(centsBefore),
          },
          {
            head: "Panier moyen",
            isEnd: true,
            hasCardHead: true,
            render: (bar) => (bar.orders > 0 ? formatPrice(average(bar)) : "–"),
          },
        ]}
      />
    </div>
  );
}
