import { useNavigate } from "react-router";
import { SORTS, sortOrder, type SortOrder } from "#app/catalogue/product-schema.ts";
import { Select } from "#app/ui/field.tsx";
import { MOST_FOUND, searchHref } from "./search-query.ts";

type ResultsOrderProps = {
  keyword: string;
  sort: SortOrder | null;
  /** Whether there may be more matches than MOST_FOUND, so that only a part of them is sorted. */
  isPartly: boolean;
};

/** The select for the order of the results. It takes effect on change; without JavaScript, when the user presses its button. */
export function ResultsOrder({ keyword, sort, isPartly }: ResultsOrderProps) {
  const navigate = useNavigate();
  return (
    <form className="search-order" action="/recherche/">
      <input type="hidden" name="keyword" value={keyword} />
      <Select
        label="Trier"
        name="tri"
        options={[{ value: "", label: "Pertinence" }, ...SORTS]}
        value={sort ?? ""}
        hint={
          sort && isPartly
            ? `Les ${MOST_FOUND} premiers résultats sont triés. Précisez votre recherche pour les voir tous.`
            : undefined
        }
        onChange={({ target }) =>
          void navigate(searchHref(keyword, 1, sortOrder(target.value)), {
            preventScrollReset: true,
          })
        }
      />
      <noscript>
        <button className="btn btn--2">Appliquer</button>
      </noscript>
    </form>
  );
}
