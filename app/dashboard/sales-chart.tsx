import { useState, type PointerEvent } from "react";
import { classes } from "#app/ui/classes.ts";
import { frenchDate, frenchMonth } from "#app/ui/french-date.ts";
import { frenchShortDay, frenchShortMonth } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { ticksOf } from "./axis-scale.ts";
import type { Bar } from "./dashboard.server.ts";
import type { Period } from "./period.ts";

/** The approximate number of labels on the time axis. */
const LABELS = 7;
const REVENUE_INTERVALS = 3;
const ORDER_INTERVALS = 2;

type Step = Period["step"];
type SalesChartProps = { bars: Bar[]; step: Step; summary: string };

/** The name of the bar that starts on this date: « Vendredi 20 novembre 2026 », or « Novembre 2026 » for a month. */
export function barName(start: string, step: Step): string {
  const noon = new Date(`${start}T12:00:00Z`);
  if (step === "day") return frenchDate(noon);
  const month = frenchMonth(noon);
  return month.charAt(0).toUpperCase() + month.slice(1);
}

/** The chart of revenue and orders over time. A hidden range input makes its bars accessible by keyboard and screen reader. */
export function SalesChart({ bars, step, summary }: SalesChartProps) {
  const isHydrated = useHydrated();
  const [pointed, setPointed] = useState<number | null>(null);
  const shown = pointed === null ? null : Math.min(pointed, bars.length - 1);
  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * bars.length);
    setPointed(Math.max(0, Math.min(bars.length - 1, index)));
  };
  const starts = bars.map(({ start }) => start);
  const readBar = bars[shown ?? bars.length - 1]!;
  return (
    <>
      <div className="chart" role="group" aria-label="Graphique des ventes">
        <p className="sr">{`${summary} Le même contenu est dans le tableau.`}</p>
        <Plot
          className="plot--revenue"
          keys={starts}
          ticks={ticksOf(
            Math.max(0, ...bars.map((bar) => Math.max(bar.cents, bar.centsBefore))) / 100,
            REVENUE_INTERVALS,
          )}
          format={(euros) => formatPrice(euros * 100)}
          values={bars.map(({ cents }) => cents / 100)}
          before={bars.map(({ centsBefore }) => centsBefore / 100)}
          pointed={shown}
        />
        <Plot
          className="plot--orders"
          keys={starts}
          ticks={ticksOf(Math.max(...bars.map((bar) => bar.orders)), ORDER_INTERVALS)}
          format={String}
          values={bars.map((bar) => bar.orders)}
          pointed={shown}
        />
        <Axis bars={bars} step={step} />
        {isHydrated && (
          <input
            className="chart__scrub"
            type="range"
            min={0}
            max={bars.length - 1}
            value={shown ?? bars.length - 1}
            aria-label={step === "day" ? "Jour affiché" : "Mois affiché"}
            aria-valuetext={`${barName(readBar.start, step)}\u00a0: ${formatPrice(readBar.cents)}, ${orderCount(readBar.orders)}`}
            onChange={(event) => setPointed(Number(event.target.value))}
            onPointerMove={pointAt}
            onPointerDown={pointAt}
            onPointerLeave={() => setPointed(null)}
            onFocus={() => setPointed(shown ?? bars.length - 1)}
            onBlur={() => setPointed(null)}
          />
        )}
        {shown !== null && (
          <BarCard bar={bars[shown]!} step={step} place={(shown + 0.5) / bars.length} />
        )}
      </div>
      <p className="chart__legend">
        <span>
          <i className="key" aria-hidden="true" />
          <span>{`Chiffre d’affaires TTC par ${step === "day" ? "jour" : "mois"}`}</span>
        </span>
        <span>
          <i className="key key--orders" aria-hidden="true" />
          <span>{`Commandes par ${step === "day" ? "jour" : "mois"}`}</span>
        </span>
        <span>
          <i className="key key--before" aria-hidden="true" />
          Chiffre d’affaires, période précédente
        </span>
        <span>Un remboursement se déduit le jour où il est fait</span>
      </p>
    </>
  );
}

export const orderCount = (count: number) => `${count} commande${count > 1 ? "s" : ""}`;

type PlotProps = {
  className: string;
  /** The React keys of the values. */
  keys: string[];
  ticks: number[];
  format: (tick: number) => string;
  values: number[];
  before?: number[];
  pointed: number | null;
};

// The SVG has no viewBox: percentages scale the bars with its width, but not the text.
function Plot({ className, keys, ticks, format, values, before, pointed }: PlotProps) {
  const top = ticks[ticks.length - 1]!;
  const width = 100 / values.length;
  const percent = (value: number) => `${Math.round(value * 1000) / 1000}%`;
  // A negative value (more refunds than sales) has no bar. The bar's card and the table show the value.
  const bar = (value: number, index: number, part: number) => ({
    x: percent((index + (1 - part) / 2) * width),
    y: percent(100 - (Math.max(0, value) / top) * 100),
    width: percent(part * width),
    height: percent((Math.max(0, value) / top) * 100),
  });
  return (
    <svg className={classes("plot", className)} aria-hidden="true">
      {ticks.map((tick) => {
        const y = percent(100 - (tick / top) * 100);
        return (
          <g key={tick}>
            <line
              className={tick === 0 ? "plot__base" : undefined}
              x1="0"
              x2="100%"
              y1={y}
              y2={y}
            />
            <text x="-12" y={y} dy="0.32em" textAnchor="end">
              {format(tick)}
            </text>
          </g>
        );
      })}
      <g className="plot__before">
        {before?.map((value, index) => {
          if (value <= 0) return null;
          const shape = bar(value, index, 0.88);
          return (
            <g key={keys[index]}>
              <rect {...shape} />
              <line x1={shape.x} x2={percent((index + 0.94) * width)} y1={shape.y} y2={shape.y} />
            </g>
          );
        })}
      </g>
      <g className={classes("plot__bars", pointed !== null && "is-pointed")}>
        {values.map((value, index) => (
          <rect
            key={keys[index]}
            className={index === pointed ? "is-shown" : undefined}
            {...bar(value, index, 0.52)}
          />
        ))}
      </g>
      {pointed !== null && (
        <line
          className="plot__line"
          x1={percent((pointed + 0.5) * width)}
          x2={percent((pointed + 0.5) * width)}
          y1="0"
          y2="100%"
        />
      )}
    </svg>
  );
}

function Axis({ bars, step }: { bars: Bar[]; step: Step }) {
  const every = Math.max(1, Math.ceil(bars.length / LABELS));
  const width = 100 / bars.length;
  return (
    <svg className="plot chart__axis" aria-hidden="true">
      {bars.map(({ start }, index) => {
        if (index % every !== 0) return null;
        return (
          <text
            key={start}
            className={(index / every) % 2 === 1 ? "is-minor" : undefined}
            x={`${(index + 0.5) * width}%`}
            y="14"
            textAnchor="middle"
          >
            {step === "day" ? frenchShortDay(start) : frenchShortMonth(start)}
          </text>
        );
      })}
    </svg>
  );
}

type BarCardProps = { bar: Bar; step: Step; place: number };

/**
 * The card with the values of the pointed bar, at the bar's left side if the bar is in the right half. Only rendered in the
 * browser, because the CSP forbids inline styles in the server's markup.
 */
function BarCard({ bar, step, place }: BarCardProps) {
  return (
    <div className="chart__rail" aria-hidden="true">
      <div
        className={classes("chart__card", place > 0.5 && "chart__card--left")}
        style={{ insetInlineStart: `${place * 100}%` }}
      >
        <b>{barName(bar.start, step)}</b>
        <span>
          Chiffre d’affaires <b>{formatPrice(bar.cents)}</b>
        </span>
        <span>
          Commandes <b>{bar.orders}</b>
        </span>
        <span>
          Période précédente <b>{formatPrice(bar.centsBefore)}</b>
        </span>
      </div>
    </div>
  );
}
