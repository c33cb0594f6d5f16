import { formatPrice } from "#app/ui/price.ts";

/** The struck price before an announced reduction, in cents; nothing without one. */
export function PriorPrice({ cents }: { cents: number | null }) {
  return (
    cents && (
      <>
        <s className="prior">
          <span className="sr">Prix antérieur&nbsp;: </span>
          <span>{formatPrice(cents)}</span>
        </s>{" "}
      </>
    )
  );
}
