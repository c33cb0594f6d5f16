import { useEffect, useRef, useState, type ReactNode } from "react";
import { Form } from "react-router";
import { boundedNumber } from "../bounded-count.ts";
import { Button } from "../button.tsx";
import { classes } from "../classes.ts";
import { Icon } from "../icon.tsx";
import { Link } from "../link.tsx";
import { Keys, shortcut } from "./shortcut.tsx";
import { useShownValue } from "./use-shown-value.ts";

type ListToolbarProps = {
  /** The name of the search landmark: « Commandes ». */
  label: string;
  /** The label of the search field: « Chercher une commande ». */
  fieldLabel: string;
  placeholder: string;
  /** The current search text. */
  search: string;
  /** Further URL parameters that a search keeps. */
  kept?: readonly (readonly [name: string, value: string])[];
  /** Number of active filters. */
  filterCount?: number;
  /** Filters next to the field: `FilterLinks`, a select. On phones a button opens them. */
  children?: ReactNode;
};

/** Search field and filters above a list: a GET form to the list's own URL, which works without JavaScript. */
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
  const form = useWithoutEmptyFields();
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
          Filtres<span>{filterCount > 0 && ` (${filterCount})`}</span>
        </button>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={classes("toolbar__more", isOpen && "toolbar__more--open")} id="filtres">
          {children}
        </div>
        {/* Without a submit button, the browser submits on Enter only if the form has a single text or date field. */}
        <noscript>
          <Button variant="plain" size="s">
            Chercher
          </Button>
        </noscript>
      </Form>
    </search>
  );
}

/** Returns a ref for a form whose empty fields are left out of its URL. */
function useWithoutEmptyFields() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    const dropEmptyFields = ({ formData }: FormDataEvent) => {
      const empty = Array.from(formData).filter(([, value]) => value === "");
      for (const [name] of empty) formData.delete(name);
    };
    element?.addEventListener("formdata", dropEmptyFields);
    return () => element?.removeEventListener("formdata", dropEmptyFields);
  }, []);
  return form;
}

type FilterSelectProps = {
  name: string;
  /** The accessible name of the select. */
  label: string;
  options: readonly { value: string; label: string }[];
  /** The selected value; empty for the first option, which sets no filter. */
  value: string;
};

/** A filter as a select, applied on change. Without JavaScript, the toolbar's submit button applies it. */
export function FilterSelect({ name, label, options, value }: FilterSelectProps) {
  const select = useShownValue<HTMLSelectElement>(value);
  return (
    <>
      <label className="sr" htmlFor={name}>
        {label}
      </label>
      <select
        className="sel"
        id={name}
        name={name}
        defaultValue={value}
        ref={select}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  );
}

type FilterLinksProps = {
  /** The name of the filter: « État de livraison ». */
  label: string;
  links: readonly { label: string; to: string; isCurrent: boolean; count?: number }[];
};

/** A filter with few values, each of them a link. */
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
