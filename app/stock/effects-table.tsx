import { displayName } from "#app/catalogue/product-name.ts";
import { DataTable } from "#app/ui/areas/data-table.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Link } from "#app/ui/link.tsx";
import type { Effect } from "./apply-stock-file.server.ts";
import { productStockHref } from "./stock-query.ts";
import { moveText, signed } from "./stock-words.ts";

/** What each line of a file changes. */
export function EffectsTable({ effects }: { effects: readonly Effect[] }) {
  return (
    <DataTable
      className="t-effects"
      rows={effects}
      keyOf={({ line, kind }) => `${line} ${kind}`}
      columns={[
        {
          head: "Ligne",
          className: "c-line num nw",
          render: ({ line }) => `Ligne ${frenchNumber(line)}`,
        },
        {
          head: "Produit",
          className: "c-name",
          isRowHeader: true,
          render: ({ productId, name }) =>
            name === null ? (
              "Produit supprimé"
            ) : (
              <Link className="cell" to={productStockHref(productId)}>
                {displayName(name)}
              </Link>
            ),
        },
        {
          head: "Changement",
          className: "c-change",
          render: (effect) => (
            <>
              {textOf(effect)}
              {effect.note && <p className="muted small">{effect.note}</p>}
              {effect.fault && <FieldError id={`fault-${effect.line}`}>{effect.fault}</FieldError>}
            </>
          ),
        },
        {
          head: "Avant → après",
          className: "c-result num nw",
          isEnd: true,
          hasCardHead: true,
          render: ({ before, after }) => (
            <>
              {before === null ? "–" : frenchNumber(before)}
              <span aria-hidden="true"> → </span>
              <span className="sr">puis</span>
              {frenchNumber(after)}
            </>
          ),
        },
      ]}
    />
  );
}

function textOf(effect: Effect): string {
  const { kind, value, before, after } = effect;
  if (kind === "level") return "Seuil d’alerte";
  if (kind === "move")
    return `${moveText({ reason: value > 0 ? "entry" : "loss", onHand: after })} ${signed(value)}`;
  const counted = moveText({ reason: "count", onHand: value });
  if (effect.seen === null) return `Commence à être compté\u00a0: ${value} en rayon`;
  return before === null ? counted : `${counted} (${signed(after - before)})`;
}
