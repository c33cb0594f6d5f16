import { useMemo } from "react";
import { CAROUSEL_SIZES, ProductCard } from "#app/catalogue/product-card.tsx";
import type { ProductCard as Product } from "#app/catalogue/product-schema.ts";
import { useLive } from "#app/live/live.tsx";
import { isMissingPage, ListError, RouteErrorScreen } from "#app/pages/error-screen.tsx";
import { orNull } from "#app/platform/log.server.ts";
import { pageMeta, siteOf } from "#app/platform/page-meta.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { useShop } from "#app/platform/root-shop.ts";
import { useShopName } from "#app/platform/shop-name.ts";
import { Carousel } from "#app/ui/carousel.tsx";
import { lowerFirst } from "#app/ui/lower-first.ts";
import type { Route } from "./+types/home-page.ts";
import { Banner } from "./banner.tsx";
import { CategoryList } from "./category-list.tsx";
import { fixedContentText, type FixedContent } from "./fixed-content.server.ts";
import { readHomeLists, type HomeLists } from "./home-lists.server.ts";
import { HouseBand } from "./house-band.tsx";
import { organizationJsonLd } from "./organization-data.ts";

/** The web app manifest. Only the home page links to it, to save a request on all other pages. */
export const links: Route.LinksFunction = () => [
  { rel: "manifest", href: "/manifest.webmanifest" },
];

type HomeContent = { lists: HomeLists; fixed: FixedContent };

export async function loader({ context }: Route.LoaderArgs) {
  const { services, addTags } = context.get(requestContext);
  addTags("product");
  const settings = services.settings.current();
  const { slides, houseProductId } = settings.groups.home;
  const named = { slides: slides.filter(({ isShown }) => isShown), houseProductId };
  const lists = await orNull(services.log, "home lists", readHomeLists(services.db, named));
  // Returned as one JSON text: React Router would serialise 260 values one by one, a tenth of the page's CPU time (decision
  // 22).
  return lists && `{"lists":${JSON.stringify(lists)},"fixed":${fixedContentText(settings)}}`;
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  const { baseUrl, shop } = site;
  return [
    ...pageMeta({
      title: shop?.offer ?? "",
      description: shop?.description ?? "",
      path: "/",
      ...site,
    }),
    ...(shop ? [organizationJsonLd(shop, baseUrl)] : []),
  ];
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const content = useMemo(
    () => loaderData && (JSON.parse(loaderData) as HomeContent),
    [loaderData],
  );
  return <Home content={content || null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissingPage(error) ? <RouteErrorScreen error={error} /> : <Home content={null} />;
}

function Home({ content }: { content: HomeContent | null }) {
  useLive("product");
  const name = useShopName();
  const offer = useShop()?.offer;
  return (
    <>
      <h1 className="sr">{[name, offer && lowerFirst(offer)].filter(Boolean).join(", ")}</h1>
      {content ? (
        <Lists {...content} />
      ) : (
        <div className="wrap section">
          <ListError />
        </div>
      )}
    </>
  );
}

function Lists({ lists, fixed }: HomeContent) {
  const { slideProducts, featured, popular, house, tiles } = lists;
  const { texts, styles } = fixed;
  const slides = fixed.slides.flatMap((slide, index) => {
    const productId = slideProducts[index];
    return slide && productId ? [{ ...slide, productId }] : [];
  });
  return (
    <>
      {styles && <link rel="stylesheet" href={styles} precedence="default" />}
      {slides.length > 0 && <Banner slides={slides} />}
      <ProductCarousel id="vedette" title="En vedette" products={featured} />
      <HouseBand product={house} texts={texts} />
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
