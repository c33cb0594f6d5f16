import { frenchNumber } from "#app/ui/french-number.ts";
import type { ProductStock } from "./product-stock.server.ts";
import { StockTag } from "./stock-table.tsx";

export function StockFigures({ product }: { product: ProductStock }) {
  const { isCounted, onHand, held, alertLevel, state, waiters } = product;
  const figures: [string, number][] = [
    ["En rayon", onHand],
    ["Réservés", held],
    ["Disponibles", onHand - held],
    ["Alerte", alertLevel],
  ];
  return (
    <div className="panel stock-figures">
      <StockTag state={state} />
      <dl>
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{isCounted || label === "Alerte" ? frenchNumber(figure) : "–"}</dd>
          </div>
        ))}
      </dl>
      {waiters > 0 && (
        <p className="small">{`${frenchNumber(waiters)} ${waiters > 1 ? "personnes attendent son retour" : "personne attend son retour"}.`}</p>
      )}
    </div>
  );
}
