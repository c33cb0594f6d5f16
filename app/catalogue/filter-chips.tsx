import { Icon } from "#app/ui/icon.tsx";
import { Link, TextLink } from "#app/ui/link.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { catalogueHref, WIDEST_PAGE_SIZE, type CatalogueQuery } from "./catalogue-query.ts";
import { SHADES } from "./families/shade-schema.ts";

type FilterChipsProps = {
  query: CatalogueQuery;
  clearHref: string;
  /** Called when a filter is removed. Its focused link disappears, so the caller must move the focus. */
  onRemove: () => void;
};

/** The applied filters, each as a link that removes the filter. */
export function FilterChips({ query, clearHref, onRemove }: FilterChipsProps) {
  const { name, categories, shades, priceFrom, priceTo } = query;
  const without = (change: Partial<CatalogueQuery>) =>
    catalogueHref({ ...query, ...change, page: 1, pageSize: WIDEST_PAGE_SIZE });
  const chips = categories.map((category): { label: string; href: string } => ({
    label: category,
    href: without({ categories: categories.filter((other) => other !== category) }),
  }));
  for (const shade of shades)
    chips.push({
      label: SHADES[shade],
      href: without({ shades: shades.filter((other) => other !== shade) }),
    });
  if (name) chips.unshift({ label: `«\u00a0${name}\u00a0»`, href: without({ name: "" }) });
  if (priceFrom !== null || priceTo !== null) {
    chips.push({
      label: priceRange(priceFrom, priceTo),
      href: without({ priceFrom: null, priceTo: null }),
    });
  }
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label="Filtres appliqués">
      {chips.map(({ label, href }) => (
        <li key={label}>
          <Link className="chip" to={href} preventScrollReset onClick={onRemove}>
            {label}
            <Icon name="x" size={16} />
            <span className="sr"> Retirer ce filtre</span>
          </Link>
        </li>
      ))}
      <li>
        <TextLink to={clearHref} preventScrollReset onClick={onRemove}>
          Tout effacer
        </TextLink>
      </li>
    </ul>
  );
}

/** The text of a price range with bounds in whole euros: « De 10 € à 40 € », « Jusqu’à 40 € », « À partir de 10 € ». */
export function priceRange(from: number | null, to: number | null): string {
  if (from === null) return `Jusqu’à ${formatPrice((to ?? 0) * 100)}`;
  if (to === null) return `À partir de ${formatPrice(from * 100)}`;
  return `De ${formatPrice(from * 100)} à ${formatPrice(to * 100)}`;
}
