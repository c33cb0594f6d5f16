import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture } from "./picture.tsx";

const picture = { path: "images/a.jpg", width: 1_000, height: 1_000, hasRenditions: true };

/** The widths of the renditions that `Picture` writes into `srcset` for these `sizes`. */
function widthsAt(sizes: string): number[] {
  const markup = renderToStaticMarkup(createElement(Picture, { picture, alt: "", sizes }));
  return [...markup.matchAll(/\/(\d+)\.webp \1w/g)].map(([, width]) => Number(width));
}

test.each([
  ["48px", [320]],
  ["104px", [320]],
  ["107px", [320, 640]],
  ["240px", [320, 640, 960]],
  ["(min-width: 640px) 47vw, 92vw", [320, 640, 960]],
  ["min(1000px, 100vw)", [320, 640, 960]],
])("at %s, the srcset has files up to three device pixels per CSS pixel", (sizes, widths) => {
  expect(widthsAt(sizes)).toEqual(widths);
});
