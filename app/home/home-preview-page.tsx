import { requireAdmin } from "#app/accounts/access.ts";
import { storedPictures } from "#app/media/pictures.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm, textsOf } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/home-preview-page.ts";
import { Banner } from "./banner.tsx";
import { BUILT_IN_PICTURES } from "./built-in-pictures.ts";
import { readHomeLists } from "./home-lists.server.ts";
import { houseTexts, slideHref, slideView } from "./home-view.ts";
import { HouseBand } from "./house-band.tsx";
import { productKey } from "./named-products.ts";
import { PlainBanner } from "./plain-banner.tsx";
import { unsavedHome } from "./unsaved-home.ts";
import ownSlidesCss from "./own-slides.css?url";

export const meta: Route.MetaFunction = ({ matches }) =>
  noindexMeta("Aperçu de l’accueil", matches);
export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: ownSlidesCss }];

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return null;
}

/** Renders an unsaved home page (home-preview.tsx); `diapositive`: the id of the slide to show first. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireAdmin(context);
  const { db, settings, config } = context.get(requestContext).services;
  const form = await readForm(request);
  const draft = textsOf(form);
  const home = unsavedHome(draft);
  const [{ slideProducts, house }, pictures] = await Promise.all([
    readHomeLists(db, home),
    storedPictures(
      db,
      home.slides.map(({ picture }) => picture),
    ),
  ]);
  const shown = { pictures, shopName: settings.current().shop.name, isDemo: config.demo };
  const first = home.slides.findIndex(({ id }) => id === draft["diapositive"]);
  const missing: string[] = [];
  const slides = home.slides.flatMap((slide, index) => {
    if (!slide.isShown && index !== first) return [];
    const to = slideHref(slide, slideProducts[index]);
    const view = slideView(slide, shown);
    if (view && to) return [{ ...view, to }];
    missing.push(
      `Diapositive ${index + 1}\u00a0: ${to ? (slide.picture in BUILT_IN_PICTURES ? "image de la démonstration" : "sans image") : productKey(slide) ? "votre boutique n’a pas son produit" : "sans produit"}, elle n’est pas sur l’accueil.`,
    );
    return [];
  });
  const start = slides.findIndex(({ id }) => id === draft["diapositive"]);
  return {
    missing,
    slides: start > 0 ? [...slides.slice(start), ...slides.slice(0, start)] : slides,
    house,
    texts: houseTexts(home),
  };
}

export default function HomePreviewPage({ actionData }: Route.ComponentProps) {
  if (!actionData) return null;
  const { missing, slides, house, texts } = actionData;
  return (
    <>
      {slides.length > 0 && <h1 className="sr">Aperçu de l’accueil</h1>}
      {missing.length > 0 && (
        <div className="wrap section stack">
          {missing.map((sentence) => (
            <Note key={sentence} tone="warning">
              {sentence}
            </Note>
          ))}
        </div>
      )}
      {slides.length > 0 ? <Banner slides={slides} /> : <PlainBanner />}
      <HouseBand product={house} texts={texts} />
    </>
  );
}
