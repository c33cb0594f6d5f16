import { useLocation } from "react-router";
import { GRID_SIZES, ProductCard } from "#app/catalogue/product-card.tsx";
import { displayName } from "#app/catalogue/product-name.ts";
import { limitSearches } from "#app/catalogue/search-limit.ts";
import { isMissingPage, ListError, RouteErrorScreen } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { pageMeta, siteOf } from "#app/page-meta.ts";
import type { Database } from "#app/platform/db.server.ts";
import { orNull } from "#app/platform/log.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Italic } from "#app/ui/italic.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { useFocusOnPage } from "#app/ui/use-focus-on-page.ts";
import type { Route } from "./+types/search-page.ts";
import { ResultsOrder } from "./results-order.tsx";
import {
  countOfResults,
  MOST_FOUND,
  parseSearch,
  searchHref,
  type SearchQuery,
} from "./search-query.ts";
import { nearestProducts, searchProducts, type NearMatches } from "./search.server.ts";

/** Results per page (specification §9). */
const PAGE_SIZE = 6;
const NEAR_MATCHES = 6;
const FIRST_ROW = 3;
const TITLE = "Resultat de recherche pour:";

export const middleware = [limitSearches()];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, addTags } = context.get(requestContext);
  const { db, log } = services;
  addTags("product");
  const query = parseSearch(new URL(request.url).searchParams);
  return { ...query, results: await orNull(log, "search", search(db, query)) };
}

async function search(db: Database, query: SearchQuery) {
  const found = await searchProducts(db, { ...query, pageSize: PAGE_SIZE });
  const near = found.total === 0 ? await nearestProducts(db, query.keyword, NEAR_MATCHES) : null;
  return { ...found, near };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta({
    title: `${TITLE} ${loaderData?.keyword ?? ""}`.trimEnd(),
    description: `Les produits de la maison ${siteOf(matches).name} qui répondent à votre recherche.`,
    path: "/recherche/",
    noindex: true,
    ...siteOf(matches),
  });
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  return <Results {...loaderData} />;
}

/** When the data cannot be loaded, only the list is replaced by an error; the keyword stays. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { search } = useLocation();
  if (isMissingPage(error)) return <RouteErrorScreen error={error} />;
  return <Results {...parseSearch(new URLSearchParams(search))} results={null} />;
}

type Shown = Route.ComponentProps["loaderData"];

function Results({ keyword, sort, results }: Shown) {
  useLive("product");
  const heading = useFocusOnPage(results?.page ?? 1);
  return (
    <>
      <div className="wrap">
        <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "Recherche" }]} />
        <div className="pagehead search-head">
          <h1 className="h2" ref={heading} tabIndex={-1}>
            {TITLE} <Italic>{keyword}</Italic>
          </h1>
          {results && results.total > 0 && <ResultCount {...results} />}
        </div>
        {results?.total === 0 && <NothingFound {...results} keyword={keyword} />}
        {!results && <ListError />}
        {results && results.total > 0 && (
          <>
            <ResultsOrder keyword={keyword} sort={sort} isPartly={results.total >= MOST_FOUND} />
            <ul className="grid">
              {results.products.map((product, index) => (
                <li key={product.id}>
                  <ProductCard product={product} sizes={GRID_SIZES} priority={index < FIRST_ROW} />
                </li>
              ))}
            </ul>
            <Pager
              label="Pages des résultats"
              page={results.page}
              pageCount={Math.ceil(results.total / PAGE_SIZE)}
              href={(page) => searchHref(keyword, page, sort)}
            />
          </>
        )}
      </div>
      {results?.near && <NearMatchesList near={results.near} />}
      <div className="page-end" />
    </>
  );
}

type ResultsData = NonNullable<Shown["results"]>;

/** The number of results, the page, and the keyword that was searched instead of a misspelt one. */
function ResultCount({ total, page, correction }: ResultsData) {
  const pageCount = Math.ceil(total / PAGE_SIZE);
  return (
    <>
      {correction !== null && (
        <p>
          Résultats pour «&nbsp;<b>{correction}</b>&nbsp;»
        </p>
      )}
      <p
        className="num"
        role="status"
      >{`${countOfResults(total, "produit")}${pageCount > 1 ? `, page ${page} sur ${pageCount}` : ""}`}</p>
    </>
  );
}

function NothingFound({ near, keyword }: ResultsData & { keyword: string }) {
  return (
    <EmptyState
      panel
      level={2}
      drawing="flower"
      title={<span role="status">Aucun produit trouvé</span>}
      text={
        near?.word ? (
          <>
            Vouliez-vous dire <TextLink to={searchHref(near.word)}>{near.word}</TextLink>
            &#x202f;?
          </>
        ) : keyword === "" ? (
          "Écrivez un mot dans la recherche."
        ) : (
          "Essayez un autre mot."
        )
      }
      action={<ButtonLink to="/boutique">Voir la boutique</ButtonLink>}
    />
  );
}

/** The near matches of a keyword without results, as text links instead of cards, to show that they do not match. */
function NearMatchesList({ near }: { near: NearMatches }) {
  if (near.products.length === 0) return null;
  return (
    <section className="wrap search-near" aria-labelledby="proches">
      <h2 className="h3" id="proches">
        Ce qui s’en approche
      </h2>
      <ul>
        {near.products.map(({ id, name }) => (
          <li key={id}>
            <TextLink to={`/produit/${id}`}>{displayName(name)}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
