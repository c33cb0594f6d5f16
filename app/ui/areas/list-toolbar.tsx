import { useEffect, useRef, useState, type ReactNode } from "react";
import { Form } from "react-router";
import { Link } from "../link.tsx";
import { classes } from "../classes.ts";
import { Keys, shortcut } from "./shortcut.tsx";
import { boundedNumber } from "../bounded-count.ts";
import { Icon } from "../icon.tsx";
import { useShownValue } from "../use-shown-value.ts";

type ListToolbarProps = {
  /** The list's name, for the search landmark: « Commandes ». */
  label: string;
  /** Names the field: « Chercher une commande ». */
  fieldLabel: string;
  placeholder: string;
  /** What is searched (`searchText`). */
  search: string;
  /** What else the list's address says, which a search keeps. */
  kept?: readonly (readonly [name: string, value: string])[];
  /** How many of the filters beside the field are set. */
  filterCount?: number;
  /** Filters beside the field: `FilterLinks`, a select. On phones a button opens them. */
  children?: ReactNode;
};

/** The head of a searched list, inside its panel. It works without JavaScript: a form that asks the list's own address. */
export function ListToolbar({
  label,
  fieldLabel,
  placeholder,
  search,
  kept = [],
  filterCount = 0,
  children,
}: ListToolbarProps) {
  const field = useShownValue<HTMLInputElement>(search);
  const form = useFilledOnly();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search aria-label={label}>
      <Form className="toolbar" method="get" ref={form}>
        <div className="iconfield">
          <Icon name="search" />
          <label className="sr" htmlFor="recherche">
            {fieldLabel}
          </label>
          <input
            className="in"
            id="recherche"
            type="search"
            name="recherche"
            maxLength={100}
            placeholder={placeholder}
            autoComplete="off"
            defaultValue={search}
            aria-keyshortcuts={shortcut("K")}
            ref={field}
          />
          <Keys letter="K" />
        </div>
        <button
          type="button"
          className="btn btn--plain btn--s toolbar__toggle needs-js"
          aria-expanded={isOpen}
          aria-controls="filtres"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="sliders-horizontal" size={16} />
          Filtres{filterCount > 0 && ` (${filterCount})`}
        </button>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={classes("toolbar__more", isOpen && "toolbar__more--open")} id="filtres">
          {children}
        </div>
      </Form>
    </search>
  );
}

/** A form whose empty controls are left out of the address it asks for. */
function useFilledOnly() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    const keepFilled = ({ formData }: FormDataEvent) => {
      const empty = Array.from(formData).filter(([, value]) => value === "");
      for (const [name] of empty) formData.delete(name);
    };
    element?.addEventListener("formdata", keepFilled);
    return () => element?.removeEventListener("formdata", keepFilled);
  }, []);
  return form;
}

type FilterLinksProps = {
  /** What they choose: « État de livraison ». */
  label: string;
  links: readonly { label: string; to: string; isCurrent: boolean; count?: number }[];
};

/** One choice out of a few, each a link. */
export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav className="seg" aria-label={label}>
      {links.map(({ label: name, to, isCurrent, count }) => (
        <Link key={to} to={to} aria-current={isCurrent ? "true" : undefined}>
          {name} {count !== undefined && <small>{boundedNumber(count)}</small>}
        </Link>
      ))}
    </nav>
  );
}
