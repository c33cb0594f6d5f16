import { useEffect, useRef, type RefObject } from "react";
import { requireViewer } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import { Pager } from "#app/ui/pager.tsx";
import { useFocusOnPage } from "#app/ui/use-focus-on-page.ts";
import type { Route } from "./+types/favourites-page.ts";
import { favouriteProducts } from "./favourite-products.server.ts";
import { GRID_SIZES, ProductCard } from "./product-card.tsx";
import type { ProductCard as Product } from "./product-schema.ts";
import { featuredProducts } from "./products.server.ts";

const FIRST_ROW = 3;
const IDEAS = 4;

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Favoris", matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, { place: "favoris" });
  const { db } = context.get(requestContext).services;
  const page = pageNumber(new URL(request.url).searchParams);
  const kept = await favouriteProducts(db, viewer.id, { page });
  const ideas = kept.total === 0 ? await featuredProducts(db, IDEAS) : [];
  return { ...kept, ideas };
}

export default function FavouritesPage({ loaderData }: Route.ComponentProps) {
  const { products, total, page, pageCount, ideas } = loaderData;
  useLive("favourite", "product");
  const heading = useFocusOnPage(page);
  useFocusAfterRemoval(heading, total);
  const plural = total > 1 ? "s" : "";
  const summary = `${total} favori${plural}, page ${page} sur ${pageCount}`;
  return (
    <>
      <PageHead title="Favoris" heading={heading}>
        {total > 0 &&
          `${total} produit${plural} gardé${plural}${total > 1 ? ", le dernier ajouté d’abord" : ""}.`}
      </PageHead>
      <output className="sr">{total > 0 && summary}</output>
      {total === 0 && <NoFavourites ideas={ideas} />}
      <ul className="grid" hidden={total === 0}>
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} sizes={GRID_SIZES} priority={index < FIRST_ROW} />
          </li>
        ))}
      </ul>
      <div className="favourite-pages">
        <Pager
          label="Pages des favoris"
          page={page}
          pageCount={pageCount}
          href={(target) => (target === 1 ? "/favorite" : `/favorite?page=${target}`)}
          summary={summary}
        />
      </div>
    </>
  );
}

/** Moves the focus to the heading after a favourite was removed, because its card disappears with the focused heart button. */
function useFocusAfterRemoval(heading: RefObject<HTMLHeadingElement | null>, total: number) {
  const last = useRef(total);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (total < last.current && isLost) heading.current?.focus({ preventScroll: true });
    last.current = total;
  }, [heading, total]);
}

/**
 * Shown when there are no favourites. The specified text is about the cart (« Votre panier est vide »), so a title explains
 * it.
 */
function NoFavourites({ ideas }: { ideas: Product[] }) {
  return (
    <>
      <div className="panel">
        <EmptyState
          panel
          level={2}
          drawing="flower"
          title="Aucun favori pour l’instant"
          text="Votre panier est vide"
          action={<ButtonLink to="/boutique">Aller à la boutique</ButtonLink>}
        />
      </div>
      {ideas.length > 0 && (
        <section className="favourite-ideas" aria-labelledby="idees">
          <h2 className="h3" id="idees">
            Pour commencer
          </h2>
          <ul className="grid grid--four">
            {ideas.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} sizes={GRID_SIZES} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

export const ErrorBoundary = listErrorBoundary("Favoris");
