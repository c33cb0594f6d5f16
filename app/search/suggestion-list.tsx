import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { markBeginnings } from "./mark-beginnings.ts";
import { countOfResults, searchHref } from "./search-query.ts";
import { optionId, type Option } from "./suggestion-options.ts";
import type { Proposal } from "./use-suggestions.ts";

type SuggestionListProps = {
  /** The listbox's id, and the prefix of its options' ids. */
  id: string;
  proposal: Proposal;
  options: Option[];
  /** The index of the highlighted option, or -1. */
  active: number;
};

/** The listbox of the search field: products, categories, and a link to all results. */
export function SuggestionList({ id, proposal, options, active }: SuggestionListProps) {
  const { keyword, suggestions } = proposal;
  const shownKeyword = suggestions.correction ?? keyword;
  const groups = [
    { kind: "product", label: "Produits" },
    { kind: "category", label: "Catégories" },
  ] as const;
  return (
    // preventDefault keeps the focus in the field. Otherwise the list would close on blur, before the click.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="combo" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label="Suggestions">
        {groups.map(({ kind, label }) => {
          const numbered = options
            .map((option, index) => ({ option, index }))
            .filter(({ option }) => option.detail.kind === kind);
          if (numbered.length === 0) return null;
          return (
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
              <p className="label" id={`${id}-${kind}`} role="presentation">
                {label}
              </p>
              {numbered.map(({ option, index }) => (
                <Link
                  key={option.key}
                  id={optionId(id, index)}
                  className={kind === "category" ? "t" : undefined}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  to={option.href}
                >
                  <OptionContent option={option} keyword={shownKeyword} />
                </Link>
              ))}
            </div>
          );
        })}
      </div>
      <p className="combo__all">
        <Link className="arrow small" to={searchHref(keyword)}>
          <span>
            {`${suggestions.total === 1 ? "Voir le résultat" : `Voir les ${countOfResults(suggestions.total, "résultat")}`} pour «\u00a0${shownKeyword}\u00a0»`}
          </span>
        </Link>
      </p>
    </div>
  );
}

function OptionContent({ option, keyword }: { option: Option; keyword: string }) {
  const label = (
    <span>
      {markBeginnings(option.label, keyword).map(({ text, isMarked }, index) =>
        // The pieces have no identity, and their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        isMarked ? <mark key={index}>{text}</mark> : text,
      )}
    </span>
  );
  const { detail } = option;
  if (detail.kind === "category")
    return (
      <>
        {label}
        <span className="muted small">{detail.count}</span>
      </>
    );
  const { picture, priceCents } = detail.product;
  return (
    <>
      {picture ? <Picture picture={picture} alt="" sizes="48px" displayWidth={48} /> : <span />}
      {label}
      <span className="num">{formatPrice(priceCents)}</span>
    </>
  );
}
