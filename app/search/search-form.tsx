import { lazy, Suspense, useId, useState, type FormEvent, type KeyboardEvent } from "react";
import { useLocation, useNavigate, type Location } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { cleanKeyword, parseSearch, searchHref } from "./search-query.ts";
import { optionId, optionsOf } from "./suggestion-options.ts";
import { useSuggestions } from "./use-suggestions.ts";

const loadList = () => import("./suggestion-list.tsx");
const SuggestionList = lazy(() =>
  loadList().then((module) => ({ default: module.SuggestionList })),
);

/** The state of the search field. `page` is the location's key; `active` the index of the highlighted suggestion, or -1. */
type Field = { page: string; text: string; isOpen: boolean; active: number };

/** The initial state of the field on a page: with the keyword on the results page, empty on other pages. */
function fieldOf({ key, pathname, search }: Location): Field {
  const isResults = pathname === "/recherche" || pathname === "/recherche/";
  const text = isResults ? parseSearch(new URLSearchParams(search)).keyword : "";
  return { page: key, text, isOpen: false, active: -1 };
}

/** Removes the focus from the field on phones and small windows, where an on-screen keyboard would cover the results. */
function hideKeyboard() {
  if (!window.matchMedia("(pointer: coarse), (max-width: 767.98px)").matches) return;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The header's search form; with JavaScript, a combobox (WAI-ARIA) with suggestions. */
export function SearchForm() {
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const id = useId();
  const [field, setField] = useState(() => fieldOf(location));
  if (field.page !== location.key) setField(fieldOf(location));
  const change = (changed: Partial<Field>) => setField((known) => ({ ...known, ...changed }));

  const proposal = useSuggestions(field.isOpen ? field.text : null);
  const options = proposal ? optionsOf(proposal.suggestions) : [];
  const isShown = field.isOpen && options.length > 0;
  const active = isShown && field.active < options.length ? field.active : -1;

  function submit(event: FormEvent) {
    event.preventDefault();
    const keyword = cleanKeyword(field.text);
    if (keyword === "") return;
    change({ isOpen: false });
    hideKeyboard();
    void navigate(searchHref(keyword));
  }

  function move(step: 1 | -1) {
    // The arrow keys cycle through the options. Between the last and the first, no option is highlighted (-1).
    const places = options.length + 1;
    const next = isShown ? ((active + 1 + step + places) % places) - 1 : -1;
    change({ isOpen: true, active: next });
    document.getElementById(optionId(id, next))?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const chosen = options[active];
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape" && isShown) change({ isOpen: false, active: -1 });
    else if (event.key === "Enter" && chosen) {
      hideKeyboard();
      void navigate(chosen.href);
    } else return;
    event.preventDefault();
  }

  const combobox = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": isShown,
    "aria-controls": isShown ? id : undefined,
    "aria-activedescendant": active >= 0 ? optionId(id, active) : undefined,
  } as const;
  return (
    // The list closes when the focus leaves the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="search"
      role="search"
      action="/recherche/"
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) change({ isOpen: false, active: -1 });
      }}
    >
      <label className="sr" htmlFor={`${id}-field`}>
        Rechercher un produit
      </label>
      <input
        {...(isHydrated && combobox)}
        id={`${id}-field`}
        type="search"
        name="keyword"
        placeholder="Rechercher"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={field.text}
        onFocus={() => void loadList().catch(() => undefined)}
        onChange={({ target }) => change({ text: target.value, isOpen: true, active: -1 })}
        onKeyDown={onKeyDown}
      />
      <button className="icon-btn" aria-label="Lancer la recherche">
        <Icon name="search" />
      </button>
      <output className="sr">
        {isShown && `${options.length} suggestion${options.length > 1 ? "s" : ""}`}
      </output>
      {isShown && proposal && (
        <Suspense fallback={null}>
          <SuggestionList id={id} proposal={proposal} options={options} active={active} />
        </Suspense>
      )}
    </form>
  );
}
