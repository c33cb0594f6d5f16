import type { PriorPrice } from "#app/reductions/prior-prices.server.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";

/** The prior price of each reduced article, open at first; nothing without one. */
export function PriorPrices({ prices }: { prices: PriorPrice[] }) {
  return (
    prices.length > 0 && (
      <details className="prior-prices small" open>
        <summary>Prix le plus bas des 30 jours avant la réduction</summary>
        <ul>
          {prices.map(({ id, name, cents, knownSince }) => (
            <li key={id}>
              <span>
                {knownSince ? `${name} (prix connu depuis le ${frenchLongDay(knownSince)})` : name}
              </span>
              <span className="num">{formatPrice(cents)}</span>
            </li>
          ))}
        </ul>
      </details>
    )
  );
}
