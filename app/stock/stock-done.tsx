import { deliveryNumber } from "#app/orders/order-view.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";

type StockDoneProps = {
  /** What was done, and the orders that lack pieces because of it. */
  done: { text: string; lacking: readonly string[] };
  /** See `Note`. */
  focusOn?: object | undefined;
};

/** What a movement or a file has done, with links to the orders that now lack pieces. */
export function StockDone({ done: { text, lacking }, focusOn }: StockDoneProps) {
  return (
    <>
      <Note tone="ok" role="status" {...(focusOn && { focusOn })}>
        {text}
      </Note>
      {lacking.length > 0 && (
        <Note
          tone="warning"
          title={`${plural(lacking.length, "commande")} à qui il manque des pièces`}
        >
          <ul className="stock-lacking">
            {lacking.map((id) => (
              <li key={id}>
                <Link
                  className="link code"
                  to={`/admin/commandes?commande=${id}`}
                >{`Commande ${deliveryNumber(id)}`}</Link>
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}
