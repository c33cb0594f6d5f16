import { latin1Json } from "#app/platform/latin1-json.server.ts";
import type { CurrentSettings } from "#app/settings/settings.server.ts";
import { houseTexts, needsOwnStyles, slideView } from "./home-view.ts";
import ownSlidesCss from "./own-slides.css?url";

/** The part of the home page that depends on the settings only, as JSON. */
type FixedContent = {
  /** A `SlideView` for each slide that is switched on; null for one whose picture is missing. */
  slides: (string | null)[];
  /** A `HouseTexts`. */
  texts: string;
  /** The URL of own-slides.css, or null if no slide needs it. */
  styles: string;
};

const contents = new WeakMap<CurrentSettings, FixedContent>();

/** Returns the content, serialised once for each version of the settings. */
export function fixedContent(settings: CurrentSettings, isDemo: boolean): FixedContent {
  const known = contents.get(settings);
  if (known) return known;
  const { groups, pictures, shop } = settings;
  const views = groups.home.slides
    .filter(({ isShown }) => isShown)
    .map((slide) => slideView(slide, { pictures, shopName: shop.name, isDemo }));
  const content = {
    slides: views.map((view) => view && latin1Json(view)),
    texts: latin1Json(houseTexts(groups.home)),
    styles: latin1Json(views.some((view) => view && needsOwnStyles(view)) ? ownSlidesCss : null),
  };
  contents.set(settings, content);
  return content;
}
