import { includedVat } from "#app/invoices/vat.ts";
import { useShop } from "#app/platform/root-shop.ts";
import { formatPrice } from "#app/ui/price.ts";

/** The totals of a cart or order, in cents. Specification §9: no reduction, free delivery. */
export function OrderTotals({
  totalCents,
  vatPercent,
  subtotalLabel,
}: {
  totalCents: number;
  /** The rate of the country of delivery; null or undefined: the shop's French one. */
  vatPercent?: number | null | undefined;
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
          {(vatPercent ?? !shop?.vatExempt) && (
            <>
              <br />
              <span className="small muted">
                dont TVA {formatPrice(includedVat(totalCents, vatPercent ?? undefined))}
              </span>
            </>
          )}
        </dt>
        <dd>{formatPrice(totalCents)}</dd>
      </div>
    </dl>
  );
}
