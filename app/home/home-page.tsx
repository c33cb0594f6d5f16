import { useMemo } from "react";
import { CAROUSEL_SIZES, ProductCard } from "#app/catalogue/product-card.tsx";
import type { ProductCard as Product } from "#app/catalogue/product-schema.ts";
import { isMissingPage, ListError, RouteErrorScreen } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { pageMeta, siteOf } from "#app/page-meta.ts";
import { orNull } from "#app/platform/log.server.ts";
import { requestContext } from "#app/request-context.ts";
import { useShop } from "#app/root-shop.ts";
import { useShopName } from "#app/shop-name.ts";
import { Carousel } from "#app/ui/carousel.tsx";
import { lowerFirst } from "#app/ui/lower-first.ts";
import type { Route } from "./+types/home-page.ts";
import { Banner } from "./banner.tsx";
import { CategoryList } from "./category-list.tsx";
import { fixedContent } from "./fixed-content.server.ts";
import { readHomeLists, type HomeLists } from "./home-lists.server.ts";
import { slideHref, type HouseTexts, type SlideView } from "./home-view.ts";
import { HouseBand } from "./house-band.tsx";
import { organizationJsonLd } from "./organization-data.ts";
import { PlainBanner } from "./plain-banner.tsx";

/** The web app manifest. Only the home page links to it, to save a request on all other pages. */
export const links: Route.LinksFunction = () => [
  { rel: "manifest", href: "/manifest.webmanifest" },
];

type HomeContent = {
  lists: Omit<HomeLists, "slideProducts">;
  slides: { to: string; view: SlideView }[];
  texts: HouseTexts;
  /** The URL of own-slides.css, or null if no slide needs it. */
  styles: string | null;
};

export async function loader({ context }: Route.LoaderArgs) {
  const { services, addTags } = context.get(requestContext);
  addTags("product");
  const settings = services.settings.current();
  const { slides, houseProductId } = settings.groups.home;
  const named = { slides: slides.filter(({ isShown }) => isShown), houseProductId };
  const found = await orNull(services.log, "home lists", readHomeLists(services.db, named));
  if (!found) return null;
  const { slideProducts, ...lists } = found;
  const fixed = fixedContent(settings, services.config.demo);
  const linked = fixed.slides.flatMap((view, index) => {
    const to = slideHref(named.slides[index]!, slideProducts[index]);
    return view && to ? `{"to":${JSON.stringify(to)},"view":${view}}` : [];
  });
  // Returned as one JSON text: React Router would serialise 260 values one by one, a tenth of the page's CPU time (decision
  // 22).
  return `{"lists":${JSON.stringify(lists)},"slides":[${linked.join()}],"texts":${fixed.texts},"styles":${fixed.styles}}`;
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
      {content?.slides.length !== 0 && (
        <h1 className="sr">{[name, offer && lowerFirst(offer)].filter(Boolean).join(", ")}</h1>
      )}
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

function Lists({ lists, slides, texts, styles }: HomeContent) {
  const { featured, popular, house, tiles } = lists;
  return (
    <>
      {styles && <link rel="stylesheet" href={styles} precedence="default" />}
      {slides.length > 0 ? (
        <Banner slides={slides.map(({ to, view }) => ({ ...view, to }))} />
      ) : (
        <PlainBanner />
      )}
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
