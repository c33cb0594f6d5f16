import { renderToStaticMarkup } from "react-dom/server";
import type { CurrentSettings } from "#app/settings/settings.server.ts";
import { termsSections } from "./terms-content.tsx";
import { termsParts } from "./terms-parts.server.tsx";

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** The terms of sale as text, as they are stored and hashed (settings/terms-markup.ts). */
export function termsText(settings: CurrentSettings): string {
  return termsSections(settings.shop, termsParts(settings))
    .map(
      ({ title, body }, index) =>
        `# ${index + 1}. ${title}\n\n${textOf(renderToStaticMarkup(body))}`,
    )
    .join("\n\n");
}

function textOf(html: string): string {
  return html
    .replaceAll(/<div class="legal__box">([^]*?)<\/div>/g, (box) => box.replaceAll("<p>", "<p>> "))
    .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/g, "[$2]($1)")
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
