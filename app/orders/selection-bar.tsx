import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { listHref } from "#app/ui/areas/list-address.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { MOST_SELECTED, orderQueryFields, type OrderQuery } from "./order-query.ts";

const HAND_OVER = "/admin/commandes/remise";

type SelectionBarProps = {
  /** The form's id, for the checkboxes of the list. */
  id: string;
  query: OrderQuery;
  /** How many orders the list has on all pages. */
  total: number;
};

/** What can be done with the ticked orders: a GET form to the page that does it. */
export function SelectionBar({ id, query, total }: SelectionBarProps) {
  const form = useRef<HTMLFormElement>(null);
  const count = useTickedCount(form);
  const list = new URLSearchParams(orderQueryFields({ ...query, page: 1 })).toString();
  return (
    <Form
      className="selection"
      data-count={count}
      method="get"
      action={HAND_OVER}
      id={id}
      ref={form}
    >
      <input type="hidden" name="retour" value={list} />
      <output className="selection__count">
        {count === 0 ? (
          <span className="soft">Cochez des commandes</span>
        ) : (
          <b>{plural(count, "commande")}</b>
        )}
      </output>
      <Button size="s" variant={count > 0 ? "primary" : "plain"}>
        <Icon name="truck" size={16} />
        Remettre au transporteur
      </Button>
      <Button size="s" variant="plain" formAction="/admin/commandes/bons">
        <Icon name="printer" size={16} />
        Imprimer les bons
      </Button>
      {query.state === "a-preparer" && total > 1 && (
        <Link
          className="link"
          to={listHref(HAND_OVER, [
            ["toutes", "1"],
            ["retour", list],
          ])}
        >
          {total > MOST_SELECTED
            ? `Remettre les ${MOST_SELECTED} plus anciennes`
            : `Remettre les ${total} de cette liste`}
        </Link>
      )}
    </Form>
  );
}

/** How many checkboxes of the form are ticked; they are outside of it, in the list. */
function useTickedCount(form: React.RefObject<HTMLFormElement | null>): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const update = () =>
      setCount(form.current ? new FormData(form.current).getAll("commandes").length : 0);
    update();
    document.addEventListener("change", update);
    return () => document.removeEventListener("change", update);
  });
  return count;
}
