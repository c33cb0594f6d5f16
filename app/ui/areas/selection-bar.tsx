import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "../button.tsx";
import { plural } from "./plural.ts";

type SelectionBarProps = {
  /** The form's id, for the checkboxes of the list. */
  id: string;
  /** The name of the checkboxes. */
  name: string;
  /** A noun, singular: « commande ». */
  noun: string;
  /** The bar's text while no row is ticked. */
  hint: string;
  /** The form's action; buttons may have another one (`formAction`). */
  action: string;
  /** The values of this page's rows. */
  shown: readonly string[];
  /** The buttons, given the number of ticked rows. */
  children: (count: number) => ReactNode;
};

/**
 * A bar with the actions for the ticked rows of a list: a GET form to the page of the action. With JavaScript, rows stay ticked on
 * other pages of the list.
 */
export function SelectionBar({ id, name, noun, hint, action, shown, children }: SelectionBarProps) {
  const form = useRef<HTMLFormElement>(null);
  const [ticked, setTicked] = useTicks(form, name);
  const count = ticked.size;
  const elsewhere = [...ticked].filter((value) => !shown.includes(value));
  return (
    <Form className="selection" data-count={count} method="get" action={action} id={id} ref={form}>
      <output className="selection__count">
        {count === 0 ? (
          <span className="soft">{hint}</span>
        ) : (
          <>
            <b>{plural(count, noun)}</b>
            <span>{elsewhere.length > 0 && `, dont ${elsewhere.length} sur d’autres pages`}</span>
          </>
        )}
      </output>
      {elsewhere.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      {children(count)}
      {elsewhere.length > 0 && (
        <Button type="button" size="s" variant="plain" onClick={() => setTicked(new Set())}>
          Tout décocher
        </Button>
      )}
    </Form>
  );
}

/**
 * The values of the form's ticked checkboxes, which are in the list outside of the form. Keeps those of other pages, and ticks them
 * again when their page is shown.
 */
function useTicks(form: React.RefObject<HTMLFormElement | null>, name: string) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  useLayoutEffect(() => {
    const update = () => {
      const states = boxesOf(form.current, name).map(({ value, checked }) => ({ value, checked }));
      setTicked((before) => {
        const after = new Set(before);
        for (const { value, checked } of states)
          if (checked) after.add(value);
          else after.delete(value);
        return after;
      });
    };
    // Boxes may be ticked before the page is hydrated.
    update();
    document.addEventListener("change", update);
    return () => document.removeEventListener("change", update);
  }, [form, name]);
  // After every rendering: another page has other boxes.
  useLayoutEffect(() => {
    for (const box of boxesOf(form.current, name)) box.checked = ticked.has(box.value);
  });
  return [ticked, setTicked] as const;
}

const boxesOf = (form: HTMLFormElement | null, name: string) =>
  [...(form?.elements ?? [])].filter(
    (one): one is HTMLInputElement =>
      one instanceof HTMLInputElement && one.type === "checkbox" && one.name === name,
  );

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
