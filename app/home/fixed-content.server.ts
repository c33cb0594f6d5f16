import { latin1Json } from "#app/platform/latin1-json.server.ts";
import type { CurrentSettings } from "#app/settings/settings.server.ts";
import {
  houseTexts,
  needsOwnStyles,
  slideView,
  type HouseTexts,
  type SlideView,
} from "./home-view.ts";
import ownSlidesCss from "./own-slides.css?url";

/** What the settings fix of the home page. */
export type FixedContent = {
  /** The shown slides; null: its picture is gone. */
  slides: (SlideView | null)[];
  texts: HouseTexts;
  /** The address of the styles of slides that are not as delivered, if there are any. */
  styles: string | null;
};

const texts = new WeakMap<CurrentSettings, string>();

/** `FixedContent` as JSON, made once for each state of the settings. */
export function fixedContentText(settings: CurrentSettings): string {
  const known = texts.get(settings);
  if (known !== undefined) return known;
  const { groups, pictures, shop } = settings;
  const slides = groups.home.slides
    .filter(({ isShown }) => isShown)
    .map((slide) => slideView(slide, pictures, shop.name));
  const styles = slides.some((slide) => slide && needsOwnStyles(slide)) ? ownSlidesCss : null;
  const content: FixedContent = { slides, texts: houseTexts(groups.home), styles };
  const text = latin1Json(content);
  texts.set(settings, text);
  return text;
}
