import { useMemo } from "react";
import { CAROUSEL_SIZES, ProductCard } from "#app/catalogue/product-card.tsx";
import type { ProductCard as Product } from "#app/catalogue/product-schema.ts";
import { useLive } from "#app/live/live.tsx";
import { isMissingPage, ListError, RouteErrorScreen } from "#app/pages/error-screen.tsx";
import { orNull } from "#app/platform/log.server.ts";
import { pageMeta, siteOf } from "#app/platform/page-meta.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { Carousel } from "#app/ui/carousel.tsx";
import type { Route } from "./+types/home-page.ts";
import { SLIDES } from "./banner-slides.ts";
import { Banner } from "./banner.tsx";
import { CategoryList } from "./category-list.tsx";
import { readHomeLists, type HomeLists } from "./home-lists.server.ts";
import { HouseBand } from "./house-band.tsx";
import { organizationJsonLd } from "./organization-data.ts";

/** The web app manifest. Only the home page links to it, to save a request on all other pages. */
export const links: Route.LinksFunction = () => [
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { services, addTags } = context.get(requestContext);
  addTags("product");
  const slideNames = SLIDES.map(({ productName }) => productName);
  const lists = await orNull(services.log, "home lists", readHomeLists(services.db, slideNames));
  // Returned as one JSON text: React Router would serialise 260 values one by one, a tenth of the page's CPU time (decision
  // 22).
  return JSON.stringify(lists);
}

export function meta({ matches }: Route.MetaArgs) {
  const { baseUrl, shop } = siteOf(matches);
  return [
    ...pageMeta({
      title: "Soins, maquillage et parfums",
      description:
        "Soins, maquillage et parfums, composés avec retenue\u00a0: chaque produit porte sa liste complète. Livraison offerte, 30 jours pour changer d’avis.",
      path: "/",
      baseUrl,
    }),
    ...(shop ? [organizationJsonLd(shop, baseUrl)] : []),
  ];
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const lists = useMemo(() => JSON.parse(loaderData) as HomeLists | null, [loaderData]);
  return <Home lists={lists} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissingPage(error) ? <RouteErrorScreen error={error} /> : <Home lists={null} />;
}

function Home({ lists }: { lists: HomeLists | null }) {
  useLive("product");
  return (
    <>
      <h1 className="sr">Éclat, soins, maquillage et parfums</h1>
      {lists ? (
        <Lists {...lists} />
      ) : (
        <div className="wrap section">
          <ListError />
        </div>
      )}
    </>
  );
}

function Lists({ slideProducts, featured, popular, house, tiles }: HomeLists) {
  const slides = SLIDES.flatMap((slide, index) => {
    const productId = slideProducts[index];
    return productId ? [{ ...slide, productId }] : [];
  });
  return (
    <>
      {slides.length > 0 && <Banner slides={slides} />}
      <ProductCarousel id="vedette" title="En vedette" products={featured} />
      <HouseBand product={house} />
      <ProductCarousel id="populaire" title="Produits populaire" products={popular} />
      {tiles.length > 0 && <CategoryList tiles={tiles} />}
    </>
  );
}

type ProductCarouselProps = { id: string; title: string; products: Product[] };

function ProductCarousel({ id, title, products }: ProductCarouselProps) {
  if (products.length === 0) return null;
  return (
    <div className="section">
      <div className="wrap">
        <Carousel id={id} title={title} label={title}>
          {products.map((product) => (
            <ProductCard key={product.id} product={product} sizes={CAROUSEL_SIZES} />
          ))}
        </Carousel>
      </div>
    </div>
  );
}
