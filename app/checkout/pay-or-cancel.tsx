import { ButtonLink } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";

/** The customer's two ways on from an unpaid order. */
export function PayOrCancel({ orderId }: { orderId: string }) {
  return (
    <div className="acts-row">
      <ButtonLink to={`/payement/${orderId}`} size="s" reloadDocument>
        La payer
      </ButtonLink>
      <TextLink to={`/admin/my-orders/${orderId}/annuler`}>L’annuler</TextLink>
    </div>
  );
}
