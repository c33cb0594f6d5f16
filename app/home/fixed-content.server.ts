import { latin1Json } from "#app/platform/latin1-json.server.ts";
import type { CurrentSettings } from "#app/settings/settings.server.ts";
import { houseTexts, needsOwnStyles, slideView } from "./home-view.ts";
import ownSlidesCss from "./own-slides.css?url";

/** What the settings fix of the home page, as JSON. */
type FixedContent = {
  /** A `SlideView` for each shown slide; null: its picture isn't shown. */
  slides: (string | null)[];
  /** `HouseTexts`. */
  texts: string;
  /** The address of the styles of slides that are not as delivered, or null. */
  styles: string;
};

const contents = new WeakMap<CurrentSettings, FixedContent>();

/** The JSON texts are made once for each state of the settings. `isDemo`: of this process. */
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
