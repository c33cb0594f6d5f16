import { itemsOf } from "#app/settings/items.ts";
import type { Draft } from "#app/settings/settings-group.ts";
import { BUILT_IN_PICTURE_NAMES, MOST_SLIDES, STORED_PICTURE, type Slide } from "./home-schema.ts";
import { isSlideLink } from "./slide-links.ts";

/** Reads the texts of an unsaved form leniently, for the preview: invalid parts are cut or replaced. */
export function unsavedHome(draft: Draft) {
  const text = (value: unknown, most = 1_000) => String(value ?? "").slice(0, most);
  const percent = (value: unknown) => Math.min(100, Math.max(0, Math.round(Number(value) || 0)));
  const slides = itemsOf<Record<string, unknown>>(draft["slides"])
    .slice(0, MOST_SLIDES)
    .map((slide): Slide => {
      const picture = text(slide["picture"]);
      const isKnown =
        (BUILT_IN_PICTURE_NAMES as readonly string[]).includes(picture) ||
        STORED_PICTURE.test(picture);
      return {
        id: text(slide["id"], 40),
        isShown: slide["isShown"] === true,
        picture: isKnown ? picture : "",
        focusX: percent(slide["focusX"]),
        focusY: percent(slide["focusY"]),
        alt: text(slide["alt"]),
        link: isSlideLink(text(slide["link"])) ? text(slide["link"]) : "",
        // A line break would split the name in the query's list of names.
        productId: text(slide["productId"], 64).replaceAll("\n", ""),
        productName: text(slide["productName"]).replaceAll("\n", ""),
        label: text(slide["label"]),
        title: text(slide["title"]),
        emphasis: text(slide["emphasis"]),
        text: text(slide["text"]),
        action: text(slide["action"]),
        side: slide["side"] === "right" ? "right" : "left",
      };
    });
  return {
    slides,
    houseLabel: text(draft["houseLabel"]),
    houseTitle: text(draft["houseTitle"]),
    houseEmphasis: text(draft["houseEmphasis"]),
    houseText: text(draft["houseText"]),
    houseAction: text(draft["houseAction"]),
    houseProductId: text(draft["houseProductId"], 64),
  };
}
