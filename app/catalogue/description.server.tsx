import { LRUCache } from "lru-cache";
import { renderToStaticMarkup } from "react-dom/server";
import { htmlToMarkdown } from "#app/platform/html-text.server.ts";
import { parseParagraphs, plainText } from "#app/platform/markdown.server.ts";
import { Markdown } from "#app/ui/markdown.tsx";
import { typeset } from "./product-name.ts";

/** The length that search engines show of a description. */
const EXCERPT_LENGTH = 155;

type ShownDescription = { html: string; plain: string; excerpt: string };

/** Maximal number of cached characters: a text, its markup and its plain text. */
const MOST_CACHED = 4 * 1024 * 1024;
const cache = new LRUCache<string, ShownDescription>({
  maxSize: MOST_CACHED,
  sizeCalculation: ({ html, plain }, text) => 1 + text.length + html.length + plain.length,
  memoMethod: parse,
});

/**
 * A product's description as its page shows it: `html` of paragraphs, lists and emphasis, `plain` without any, and `excerpt` for
 * search engines. Cached by the text. A text in HTML, imported before 0.5.1, is cleaned. The page gets markup, so
 * that no browser parses Markdown.
 */
export const shownDescription = (description: string): ShownDescription => cache.memo(description);

function parse(description: string): ShownDescription {
  const text = htmlToMarkdown(description);
  const plain = plainText(parseParagraphs(text));
  return {
    html: renderToStaticMarkup(<Markdown nodes={parseParagraphs(typeset(text))} level={3} />),
    plain,
    excerpt: firstWords(typeset(plain)),
  };
}

/** Cuts a text after a whole word, with an ellipsis. */
function firstWords(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(" ", EXCERPT_LENGTH))}…`;
}
