import { useEffect, useRef, type RefObject } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { deliverySummary } from "#app/delivery/delivery-texts.ts";
import { isMissingPage, RouteErrorScreen } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { pageMeta, siteOf } from "#app/page-meta.ts";
import { orNull } from "#app/platform/log.server.ts";
import { requestContext } from "#app/request-context.ts";
import { boundedNumber, clampBounded } from "#app/ui/bounded-count.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { Route } from "./+types/shop-page.ts";
import {
  catalogueHref,
  countFilters,
  CROSSED_PRICES,
  equivalentPage,
  isFreeText,
  hasCrossedPrices,
  parseCatalogueQuery,
  WIDEST_PAGE_SIZE,
  type CatalogueQuery,
} from "./catalogue-query.ts";
import { shadesIn } from "./families/shade-schema.ts";
import { FilterChips, priceRange } from "./filter-chips.tsx";
import { listProducts } from "./list-products.server.ts";
import { GRID_SIZES, ProductCard } from "./product-card.tsx";
import { categoryHref, CATEGORIES } from "./product-schema.ts";
import { limitSearches } from "./search-limit.ts";
import { FilterFields } from "./shop-filters.tsx";
import { SHOP_FORM, ShopTools, withoutFilters } from "./shop-tools.tsx";
import { useCatalogueFilters } from "./use-catalogue-filters.ts";
import { usePageSize } from "./use-page-size.ts";

/** The number of cards in the first row of most windows. Their pictures load first. */
const FIRST_ROW = 3;
const HEADING = "liste";

const cents = (euros: number | null) => (euros === null ? null : euros * 100);

export const middleware = [limitSearches((query) => isFreeText(parseCatalogueQuery(query)))];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, addTags } = context.get(requestContext);
  const { db, log } = services;
  addTags("product");
  const query = parseCatalogueQuery(new URL(request.url).searchParams);
  const products = listProducts(db, {
    ...query,
    namePrefix: query.name,
    priceFromCents: cents(query.priceFrom),
    priceToCents: cents(query.priceTo),
    rows: WIDEST_PAGE_SIZE,
    isOneCard: services.settings.current().groups.sales.familyCards,
  });
  const list = await orNull(log, "shop list", products);
  const delivery = deliverySummary(services.settings.current().groups, {
    articlesCents: 0,
    weightGrams: 0,
  }).title;
  return { query: list ? { ...query, page: list.page } : query, list, delivery };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const query = loaderData?.query;
  const category = categoryOf(query);
  const title = titleOf(query);
  const page = query && query.page > 1 ? `, page ${query.page}` : "";
  return pageMeta({
    title: title + page,
    description: `Tous les soins, le maquillage et les parfums de la maison ${siteOf(matches).name}, avec leur composition complète. ${loaderData?.delivery ?? "Livraison offerte"}.`,
    // The canonical URL has only the category: search, prices and order make no separate pages for search engines.
    path: category ? categoryHref(category) : "/boutique",
    noindex: Boolean(page) || Boolean(query?.name),
    ...siteOf(matches),
  });
}

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  return <Shop {...loaderData} />;
}

/** When the data cannot be loaded, only the list is replaced by an error; filters and order stay. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { search } = useLocation();
  if (isMissingPage(error)) return <RouteErrorScreen error={error} />;
  return <Shop query={parseCatalogueQuery(new URLSearchParams(search))} list={null} />;
}

/** The only chosen category; undefined for none or several. */
const categoryOf = (query: CatalogueQuery | undefined) =>
  query?.categories.length === 1 ? query.categories[0] : undefined;
const titleOf = (query: CatalogueQuery | undefined) => categoryOf(query) ?? "Boutique";

type Shown = Pick<Route.ComponentProps["loaderData"], "query" | "list">;

function Shop({ query, list }: Shown) {
  const counts = list?.counts ?? CATEGORIES.map((category) => ({ category, count: null }));
  // A chosen shade stays in the filter when its last product has lost it.
  const shades = shadesIn([...(list?.shades ?? []), ...query.shades]);
  useLive("product");
  const filters = useCatalogueFilters(query);
  const shown = useShownPage(query);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnPageChange(heading, shown);

  const found = list && countOf(list.total);
  const { pageCount } = clampBounded(1, list?.total ?? 0, shown.pageSize);
  const clearHref = catalogueHref(withoutFilters(query));
  return (
    <div className="wrap page--wide page-end">
      <Breadcrumb
        items={[
          { label: "Accueil", to: "/" },
          ...(categoryOf(query) ? [{ label: "Boutique", to: "/boutique" }] : []),
          { label: titleOf(query) },
        ]}
      />
      <div className="pagehead">
        <h1 className="h2">{titleOf(query)}</h1>
      </div>
      <div className="shop">
        <aside className="rail" aria-label="Filtres">
          <FilterFields filters={filters} counts={counts} shades={shades} form={SHOP_FORM} />
        </aside>
        <section className="shop__main" aria-labelledby={HEADING}>
          <ShopTools filters={filters} counts={counts} shades={shades} found={found}>
            <h2 id={HEADING} tabIndex={-1} ref={heading}>
              <span>{list ? countOf(list.total, { isStart: true }) : "Produits"}</span>
              {pageCount > 1 && (
                <span>{`, page ${frenchNumber(shown.page)} sur ${frenchNumber(pageCount)}`}</span>
              )}
            </h2>
          </ShopTools>
          <output className="sr">{found}</output>
          <FilterChips
            query={query}
            clearHref={clearHref}
            onRemove={() => heading.current?.focus({ preventScroll: true })}
          />
          <ProductList
            list={list}
            query={query}
            clearHref={clearHref}
            isLoading={filters.isLoading}
          />
          <Pager
            label="Pages de la boutique"
            page={shown.page}
            pageCount={pageCount}
            href={(page) => catalogueHref({ ...query, page, pageSize: shown.pageSize })}
          />
        </section>
      </div>
    </div>
  );
}

type ListProps = Pick<Shown, "list"> & {
  query: CatalogueQuery;
  clearHref: string;
  isLoading: boolean;
};

function ProductList({ list, query, clearHref, isLoading }: ListProps) {
  if (!list) {
    return (
      <Note tone="error" role="alert">
        <p>Impossible de recurer les données</p>
        <TextLink to={catalogueHref(query)} preventScrollReset>
          Réessayer
        </TextLink>
      </Note>
    );
  }
  if (list.total === 0) return <NothingFound query={query} clearHref={clearHref} />;
  return (
    <ul className="grid grid--shop" aria-busy={isLoading}>
      {list.products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} sizes={GRID_SIZES} priority={index < FIRST_ROW} />
        </li>
      ))}
    </ul>
  );
}

function NothingFound({ query, clearHref }: { query: CatalogueQuery; clearHref: string }) {
  const { priceFrom, priceTo } = query;
  const isCrossed = hasCrossedPrices(query);
  const others = countFilters(query) - (query.name ? 1 : 0);
  const advice = [query.name && "essayez un autre mot", others > 0 && "retirez un filtre"]
    .filter(Boolean)
    .join(", ou ");
  return (
    <EmptyState
      panel
      level={2}
      drawing="flower"
      title="Aucun produit trouvé."
      text={
        isCrossed
          ? CROSSED_PRICES
          : advice
            ? `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`
            : "La boutique est encore vide."
      }
      action={
        isCrossed ? (
          <ButtonLink
            variant="secondary"
            to={catalogueHref({ ...query, priceFrom: priceTo, priceTo: priceFrom })}
            preventScrollReset
          >
            {priceRange(priceTo, priceFrom)}
          </ButtonLink>
        ) : (
          <ButtonLink variant="secondary" to={clearHref} preventScrollReset>
            Voir tous les produits
          </ButtonLink>
        )
      }
    />
  );
}

/**
 * The page number and page size for this window's width. If the URL has another page size (after hydration or a resize),
 * navigates to the page that contains the first product of the URL's page.
 */
function useShownPage(query: CatalogueQuery): { page: number; pageSize: number } {
  const navigate = useNavigate();
  const pageSize = usePageSize() ?? query.pageSize;
  const page = equivalentPage(query, pageSize);
  // The first page starts with the same product for every size.
  const href =
    query.page > 1 && pageSize !== query.pageSize
      ? catalogueHref({ ...query, page, pageSize })
      : null;
  useEffect(() => {
    if (href) void navigate(href, { replace: true, preventScrollReset: true });
  }, [href, navigate]);
  return { page, pageSize };
}

/** Focuses the list's heading after a link to another page, so that screen readers read it, but not after going back. */
function useFocusOnPageChange(
  heading: RefObject<HTMLHeadingElement | null>,
  { page }: { page: number },
): void {
  const type = useNavigationType();
  const last = useRef(page);
  useEffect(() => {
    const isNew = last.current !== page;
    last.current = page;
    // A changed filter also changes the page to the first one, but the filter's control keeps the focus.
    const isFilter =
      document.activeElement instanceof HTMLInputElement ||
      document.activeElement instanceof HTMLSelectElement;
    if (isNew && type === "PUSH" && !isFilter) heading.current?.focus();
  }, [page, type, heading]);
}

const countOf = (total: number, place = {}) =>
  `${boundedNumber(total, place)} produit${total > 1 ? "s" : ""}`;
