import { preload } from "react-dom";
import font from "./fonts/fraunces-italic.woff2?url";

/** The italic words of a title in the first view. Preloads their font, which the browser would request only after the styles. */
export function Italic({ children }: { children: string }) {
  preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return <em>{children}</em>;
}
