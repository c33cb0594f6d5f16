import { renderToStaticMarkup } from "react-dom/server";
import type { CurrentSettings } from "#app/settings/settings.server.ts";
import { termsSections } from "./terms-content.tsx";

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/**
 * The terms of sale as plain text, as they are stored and hashed: « # 1. Le vendeur » begins a section, « - » an item, and a
 * blank line separates paragraphs.
 */
export function termsText({ shop }: CurrentSettings): string {
  return termsSections(shop)
    .map(
      ({ title, body }, index) =>
        `# ${index + 1}. ${title}\n\n${textOf(renderToStaticMarkup(body))}`,
    )
    .join("\n\n");
}

function textOf(html: string): string {
  return html
    .replaceAll(/<li[^>]*>/g, "\n- ")
    .replaceAll(/<\/dt>/g, "\u00a0: ")
    .replaceAll(/<br\/?>/g, "\n")
    .replaceAll(/<\/(?:p|h\d|ul|ol|dl|dd|div|table|tr|blockquote)>/g, "\n\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!)
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
