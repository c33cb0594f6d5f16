import { renderToStaticMarkup } from "react-dom/server";
import { htmlToMarkdown } from "#app/platform/html-text.server.ts";
import { parseParagraphs, plainText } from "#app/platform/markdown.server.ts";
import { Markdown } from "#app/ui/markdown.tsx";
import { typeset } from "./product-name.ts";

/** The length that search engines show of a description. */
const EXCERPT_LENGTH = 155;

/**
 * A product's description as its page shows it: `html` of paragraphs, lists and emphasis, `plain` without any, and `excerpt` for
 * search engines. A text in HTML, imported before 0.5.1, is cleaned. The page gets markup, because its scripts are at their limit.
 */
export function shownDescription(description: string): {
  html: string;
  plain: string;
  excerpt: string;
} {
  const text = htmlToMarkdown(description);
  const plain = plainText(parseParagraphs(text));
  return {
    html: renderToStaticMarkup(<Markdown nodes={parseParagraphs(typeset(text))} level={3} />),
    plain,
    excerpt: firstWords(typeset(plain)),
  };
}

/** The first whole words of a text, and an ellipsis. */
function firstWords(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(" ", EXCERPT_LENGTH))}…`;
}
