import { useEffect, useRef, useState, type ReactNode } from "react";
import { Form } from "react-router";
import { plural } from "./plural.ts";

type SelectionBarProps = {
  /** The form's id, for the checkboxes of the list. */
  id: string;
  /** The name of the checkboxes. */
  name: string;
  /** A noun, singular: « commande ». */
  noun: string;
  /** What the bar says while nothing is ticked. */
  hint: string;
  /** The page that the form leads to; buttons may lead to others (`formAction`). */
  action: string;
  /** The buttons, given the number of ticked rows. */
  children: (count: number) => ReactNode;
};

/** What can be done with the ticked rows of a list: a GET form to the page that does it. */
export function SelectionBar({ id, name, noun, hint, action, children }: SelectionBarProps) {
  const form = useRef<HTMLFormElement>(null);
  const count = useTickedCount(form, name);
  return (
    <Form className="selection" data-count={count} method="get" action={action} id={id} ref={form}>
      <output className="selection__count">
        {count === 0 ? <span className="soft">{hint}</span> : <b>{plural(count, noun)}</b>}
      </output>
      {children(count)}
    </Form>
  );
}

/** How many checkboxes of the form are ticked; they are outside of it, in the list. */
function useTickedCount(form: React.RefObject<HTMLFormElement | null>, name: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const update = () =>
      setCount(form.current ? new FormData(form.current).getAll(name).length : 0);
    update();
    document.addEventListener("change", update);
    return () => document.removeEventListener("change", update);
  });
  return count;
}

type TickProps = { name: string; value: string; form: string; label: string };

/** The checkbox of a row, in the column of class « c-tick ». */
export function Tick({ label, ...input }: TickProps) {
  return (
    <label className="tick">
      <input type="checkbox" {...input} />
      <span className="sr">{label}</span>
    </label>
  );
}
