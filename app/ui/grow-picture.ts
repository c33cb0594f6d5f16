import { reducedMotion } from "./reduced-motion.ts";

/** The view-transition-name that base.css gives to the first picture of a product's page. */
const NAME = "product-picture";
let markedPicture: HTMLElement | undefined;

/**
 * Prepares a view transition from a link's picture to the picture of the product page, and returns whether to use one. On a
 * product page, the page's own picture already has the transition's name, so the link's picture does not get it.
 */
export function growPicture(link: HTMLAnchorElement): boolean {
  markedPicture?.style.removeProperty("view-transition-name");
  markedPicture = undefined;
  const picture = link.querySelector("img");
  if (!picture || window.matchMedia(reducedMotion).matches) return false;
  if (!document.querySelector(".gal")) {
    picture.style.setProperty("view-transition-name", NAME);
    markedPicture = picture;
  }
  return true;
}
