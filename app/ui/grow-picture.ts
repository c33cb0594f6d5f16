import { reducedMotion } from "./reduced-motion.ts";

/** The name that base.css gives to the first picture of a product's page. */
const NAME = "product-picture";
let marked: HTMLElement | undefined;

/**
 * Has the picture of a link grow into that of the page which it leads to; gives whether the page may change with a
 * view transition. A page that shows a product already has its own picture of that name.
 */
export function growPicture(link: HTMLAnchorElement): boolean {
  marked?.style.removeProperty("view-transition-name");
  marked = undefined;
  const picture = link.querySelector("img");
  if (!picture || window.matchMedia(reducedMotion).matches) return false;
  if (!document.querySelector(".gal")) {
    picture.style.setProperty("view-transition-name", NAME);
    marked = picture;
  }
  return true;
}
