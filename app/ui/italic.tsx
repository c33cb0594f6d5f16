import { preload } from "react-dom";
import font from "./fonts/fraunces-italic.woff2?url";

/**
 * The italic words of a title in the first view. Preloads their font, which the browser would request only after the styles. Not when the
 * browser changes the page: the styles are loaded then, and the font may be, too.
 */
export function Italic({ children }: { children: string }) {
  if (import.meta.env.SSR)
    preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return <em>{children}</em>;
}
