import { includedVat } from "#app/invoices/vat.ts";
import { useShop } from "#app/platform/root-shop.ts";
import { formatPrice } from "#app/ui/price.ts";

/** The totals of a cart or order, in cents. Specification §9: no reduction, free delivery. */
export function OrderTotals({
  totalCents,
  subtotalLabel,
}: {
  totalCents: number;
  subtotalLabel?: string;
}) {
  const shop = useShop();
  return (
    <dl className="num">
      {subtotalLabel && (
        <div>
          <dt>{subtotalLabel}</dt>
          <dd>{formatPrice(totalCents)}</dd>
        </div>
      )}
      <div>
        <dt>Reduction</dt>
        <dd>-0 €</dd>
      </div>
      <div>
        <dt>Livraison</dt>
        <dd>Offerte</dd>
      </div>
      <div className="total">
        <dt>
          Total
          {!shop?.vatExempt && (
            <>
              <br />
              <span className="small muted">dont TVA {formatPrice(includedVat(totalCents))}</span>
            </>
          )}
        </dt>
        <dd>{formatPrice(totalCents)}</dd>
      </div>
    </dl>
  );
}
