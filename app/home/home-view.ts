import { classes } from "#app/ui/classes.ts";
import type { StoredPicture } from "#app/ui/picture.tsx";
import { BUILT_IN_PICTURES, type BuiltInPicture } from "./built-in-pictures.ts";
import type { Slide } from "./home-schema.ts";
import type { Home } from "./home-settings.server.ts";
import { altFor } from "./initial-slides.ts";

/** The parts of a slide that the banner shows, without its product. */
export type SlideView = Pick<
  Slide,
  "id" | "alt" | "label" | "title" | "emphasis" | "text" | "action"
> & {
  picture: BuiltInPicture | StoredPicture;
  className: string;
};
export type BannerSlide = SlideView & {
  /** The URL that the slide links to. */
  to: string;
};

/** The URL that a slide links to; null without one. `productId`: the slide's product; null or undefined if it doesn't exist. */
export const slideHref = ({ link }: Pick<Slide, "link">, productId: string | null | undefined) =>
  link || (productId ? `/produit/${productId}` : null);

/** The texts of the brand section. */
export type HouseTexts = Pick<
  Home,
  "houseLabel" | "houseTitle" | "houseEmphasis" | "houseText" | "houseAction"
>;

export const houseTexts = ({
  houseLabel,
  houseTitle,
  houseEmphasis,
  houseText,
  houseAction,
}: Home): HouseTexts => ({ houseLabel, houseTitle, houseEmphasis, houseText, houseAction });

/** The prefix of the class names of slides that need own-slides.css. */
const OWN_FOCUS = "focus-x-";

type Shown = {
  /** The stored pictures by path. */
  pictures: ReadonlyMap<string, StoredPicture>;
  shopName: string;
  isDemo: boolean;
};

/** A slide with its picture. Null when the picture is missing, or shows the demo's brand in a shop that is no demo. */
export function slideView(slide: Slide, { pictures, shopName, isDemo }: Shown): SlideView | null {
  const { id, label, title, emphasis, text, action, focusX, focusY, side } = slide;
  const builtIn = isDemo ? BUILT_IN_PICTURES[slide.picture] : undefined;
  const picture = builtIn ?? pictures.get(slide.picture);
  if (!picture) return null;
  const isBuiltInCrop = builtIn && focusX === builtIn.focusX && focusY === 50;
  return {
    id,
    picture,
    alt: altFor(slide.alt, shopName),
    className: classes(
      side === "right" && "slide--r",
      !builtIn && "slide--own",
      isBuiltInCrop ? `slide--focus-${focusX}` : focusClass(focusX, focusY),
    ),
    label,
    title,
    emphasis,
    text,
    action,
  };
}

/** The classes of a focal point, in percent (own-slides.css): the content security policy forbids inline styles. */
export const focusClass = (x: number, y: number) => `${OWN_FOCUS}${x} focus-y-${y}`;

/** Whether a slide needs own-slides.css; initial slides don't. */
export const needsOwnStyles = ({ className }: SlideView) => className.includes(OWN_FOCUS);
