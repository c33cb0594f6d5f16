import { includedVat } from "#app/invoices/vat.ts";
import { useShop } from "#app/root-shop.ts";
import { formatPrice } from "#app/ui/price.ts";
import { subtotalOf, type OrderSums } from "./order-sums.ts";

/** The rows « Reduction » and « Livraison ». Without a reduction and a fee they say « -0 € » and « Offerte » (specification §9). */
export function SumRows({ sums, isFeeKnown = true }: { sums: OrderSums; isFeeKnown?: boolean }) {
  const { deliveryCents, reductionCents, reductionName } = sums;
  return (
    <>
      <div>
        <dt>
          Reduction
          {reductionName && (
            <>
              <br />
              <span className="small muted">{reductionName}</span>
            </>
          )}
        </dt>
        <dd>{reductionCents > 0 ? `-${formatPrice(reductionCents)}` : "-0 €"}</dd>
      </div>
      <div>
        <dt>Livraison</dt>
        <dd>
          {!isFeeKnown
            ? "Selon l’adresse"
            : deliveryCents > 0
              ? formatPrice(deliveryCents)
              : "Offerte"}
        </dd>
      </div>
    </>
  );
}

export function OrderTotals({
  sums,
  isFeeKnown = true,
  vatPercent,
  subtotalLabel,
}: {
  sums: OrderSums;
  /** Whether the delivery fee is in the sums; of a cart without a place it is not. */
  isFeeKnown?: boolean | undefined;
  /** The rate of the country of delivery; null or undefined: the shop's French one. */
  vatPercent?: number | null | undefined;
  subtotalLabel?: string;
}) {
  const shop = useShop();
  const { totalCents } = sums;
  return (
    <dl className="num">
      {subtotalLabel && (
        <div>
          <dt>{subtotalLabel}</dt>
          <dd>{formatPrice(subtotalOf(sums))}</dd>
        </div>
      )}
      <SumRows sums={sums} isFeeKnown={isFeeKnown} />
      <div className="total">
        <dt>
          <span>{isFeeKnown ? "Total" : "Total hors livraison"}</span>
          {(vatPercent ?? !shop?.vatExempt) ? (
            <>
              <br />
              <span className="small muted">{`dont TVA ${formatPrice(includedVat(totalCents, vatPercent ?? undefined))}`}</span>
            </>
          ) : null}
        </dt>
        <dd>{formatPrice(totalCents)}</dd>
      </div>
    </dl>
  );
}
