import { requireAdmin } from "#app/accounts/access.ts";
import { readForm } from "#app/platform/form.server.ts";
import { noindexMeta } from "#app/platform/page-meta.ts";
import { requestContext } from "#app/platform/request-context.ts";
import type { Route } from "./+types/home-preview-page.ts";
import { Banner } from "./banner.tsx";
import { readUnsavedHome, unsavedHome } from "./home-settings.server.ts";
import { bannerSlide, houseTexts } from "./home-view.ts";
import { HouseBand } from "./house-band.tsx";
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
  const { db, settings } = context.get(requestContext).services;
  const form = await readForm(request);
  const draft = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const home = unsavedHome(draft);
  const { slideProducts, house, pictures } = await readUnsavedHome(db, home);
  const { name } = settings.current().shop;
  const first = home.slides.findIndex(({ id }) => id === draft["diapositive"]);
  const slides = home.slides.flatMap((slide, index) =>
    slide.isShown || index === first
      ? (bannerSlide(slide, slideProducts[index], pictures, name) ?? [])
      : [],
  );
  const start = slides.findIndex(({ id }) => id === draft["diapositive"]);
  return {
    slides: start > 0 ? [...slides.slice(start), ...slides.slice(0, start)] : slides,
    house,
    texts: houseTexts(home),
  };
}

export default function HomePreviewPage({ actionData }: Route.ComponentProps) {
  if (!actionData) return null;
  const { slides, house, texts } = actionData;
  return (
    <>
      <h1 className="sr">Aperçu de l’accueil</h1>
      {slides.length > 0 && <Banner slides={slides} />}
      <HouseBand product={house} texts={texts} />
    </>
  );
}
