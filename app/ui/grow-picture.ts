import { reducedMotion } from "./reduced-motion.ts";

/** The view-transition-name that base.css gives to the first picture of a product's page. */
const NAME = "product-picture";
let markedPicture: HTMLElement | undefined;

/**
 * Prepares a view transition from a link's picture to the product page's picture; returns whether to use one. On a product's
 * page the name is already taken by its own picture, so the link's picture is not marked.
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
