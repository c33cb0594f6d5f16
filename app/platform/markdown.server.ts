import MarkdownIt, { type Token } from "markdown-it";
import { z } from "zod";
import type { MarkdownNode } from "#app/ui/markdown.tsx";
import type { StoredPicture } from "#app/ui/picture.tsx";

/** Nested lists that a text may have. The parser ignores what is nested deeper than MOST_NESTING tokens (a list is two). */
const MOST_LISTS = 4;
const MOST_NESTING = 20;

/** Only what is enabled is Markdown here; all else, HTML included, is text. */
const parser = new MarkdownIt("zero", { maxNesting: MOST_NESTING }).enable([
  "heading",
  "list",
  "newline",
  "escape",
  "emphasis",
  "link",
  "image",
]);
/** The addresses that the running `parse` call has refused. */
let refusedLinks: string[] = [];
parser.validateLink = (href) => {
  const isAllowed = isAllowedLink(href);
  if (!isAllowed) refusedLinks.push(href);
  return isAllowed;
};

/** Whether a text may link to this address: http, https, mailto, tel, a path of the shop or a place in the page. */
export function isAllowedLink(href: string): boolean {
  if (/[\s\\]|%5c/i.test(href)) return false;
  if (/^(#|\/(?!\/))/.test(href)) return true;
  if (/^(mailto:[^:@]+@[^:@]+\.[^:@]+|tel:[^:]+)$/i.test(href)) return true;
  // With a real domain: « https://exemple » is a typing error.
  return (
    /^https?:\/\/./i.test(href) &&
    URL.canParse(href) &&
    z.regexes.domain.test(new URL(href).hostname)
  );
}

/** Paths of stored pictures in a text's address: « /media/images/… ». */
const PICTURE = /^\/media\/(images\/[\w-]+\/[\w-]+\.\w+)$/;

export type ParsedText = {
  nodes: MarkdownNode[];
  /** What the text must not contain: one French sentence each. */
  faults: string[];
};

/** Parses a text in Markdown. `pictures`: the stored pictures by path; others are left out. */
export function parseMarkdown(
  text: string,
  pictures: ReadonlyMap<string, StoredPicture>,
): ParsedText {
  refusedLinks = [];
  const tokens = parser.parse(text, {});
  const faults = refusedLinks.map(
    (href) =>
      `Le lien «\u00a0${href.slice(0, 60)}\u00a0» n’est pas permis\u00a0: une adresse commence par https://, http://, mailto:, tel: ou /, et son domaine est complet (exemple.fr).`,
  );
  const reading: Reading = { pictures, levels: headingLevels(tokens), faults };
  const nodes = nodesOf(tokens, reading);
  if (tokens.some(({ type, level }) => type.endsWith("_list_open") && level >= MOST_LISTS * 2))
    faults.push(`Les listes ont ${MOST_LISTS} niveaux au plus.`);
  return { nodes, faults: [...new Set(faults)] };
}

/** For the texts of products: paragraphs, lists with dashes or numbers, and emphasis. */
const paragraphs = new MarkdownIt("zero", { maxNesting: MOST_NESTING }).enable([
  "list",
  "newline",
  "escape",
  "emphasis",
]);

/**
 * Parses a text of paragraphs, lists and emphasis; all else is text. A line that begins with « * » is a footnote, not the item
 * of a list.
 */
export function parseParagraphs(text: string): MarkdownNode[] {
  const escaped = text.replace(/^(\s*)([*+])(?=\s|$)/gm, "$1\\$2");
  return nodesOf(paragraphs.parse(escaped, {}), { pictures: new Map(), levels: [], faults: [] });
}

/** The text of parsed Markdown: lines and paragraphs, and « - » or a number before the item of a list. */
export function plainText(nodes: readonly MarkdownNode[]): string {
  return write(nodes)
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function write(nodes: readonly MarkdownNode[]): string {
  const written = nodes.map((node) => {
    if (typeof node === "string") return node;
    switch (node.tag) {
      case "br":
        return "\n";
      case "img":
        return node.alt;
      case "ul":
      case "ol": {
        const items = node.content.map(
          (item, index) => `${node.tag === "ol" ? `${index + 1}.` : "-"} ${plainText([item])}`,
        );
        return `\n${items.join("\n")}\n\n`;
      }
      case "p":
      case "heading":
        return `${write(node.content)}\n\n`;
      default:
        return write(node.content);
    }
  });
  return written.join("");
}

type Reading = {
  pictures: ReadonlyMap<string, StoredPicture>;
  levels: readonly string[];
  faults: string[];
};

/** The tags of the headings used, highest first: a text that begins with « ### » has no gap above. */
const headingLevels = (tokens: readonly Token[]) =>
  [...new Set(tokens.flatMap(({ type, tag }) => (type === "heading_open" ? [tag] : [])))].sort();

const TAGS = {
  paragraph: "p",
  bullet_list: "ul",
  ordered_list: "ol",
  list_item: "li",
  strong: "strong",
  em: "em",
} as const;

/** Turns the parser's flat tokens into nodes. A token that is not in the list above adds its contents only. */
function nodesOf(tokens: readonly Token[], reading: Reading): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  const add = (node: MarkdownNode) => open.at(-1)!.push(node);
  for (const token of tokens) {
    const { type, nesting, hidden, content } = token;
    if (nesting === 0) {
      if (type === "text") addText(open.at(-1)!, content);
      else if (type === "softbreak" || type === "hardbreak") add({ tag: "br" });
      else if (type === "image") addPicture(open.at(-1)!, token, reading);
      else if (type === "inline") open.at(-1)!.push(...nodesOf(token.children ?? [], reading));
      continue;
    }
    if (nesting < 0) {
      open.pop();
      continue;
    }
    const inner: MarkdownNode[] = [];
    const kind = type.replace(/_open$/, "");
    const href = kind === "link" ? token.attrGet("href") : null;
    if (href) add({ tag: "a", href: String(href), content: inner });
    else if (kind === "heading")
      add({ tag: "heading", level: reading.levels.indexOf(token.tag), content: inner });
    else if (kind in TAGS && !hidden) add({ tag: TAGS[kind as keyof typeof TAGS], content: inner });
    else {
      // A paragraph of a tight list, whose contents stand in the list item itself, or a link without an address.
      open.push(open.at(-1)!);
      continue;
    }
    open.push(inner);
  }
  return root;
}

/** Adjacent texts become one: React would separate them by a comment. */
function addText(nodes: MarkdownNode[], text: string): void {
  if (text === "") return;
  const last = nodes.at(-1);
  if (typeof last === "string") nodes[nodes.length - 1] = last + text;
  else nodes.push(text);
}

function addPicture(nodes: MarkdownNode[], token: Token, { pictures, faults }: Reading): void {
  const source = String(token.attrGet("src") ?? "");
  const path = PICTURE.exec(source)?.[1];
  const picture = path === undefined ? undefined : pictures.get(path);
  if (picture) nodes.push({ tag: "img", picture, alt: token.content });
  else if (path === undefined)
    faults.push(
      `L’image «\u00a0${source.slice(0, 60)}\u00a0» n’est pas de la boutique\u00a0: envoyez-la par le bouton.`,
    );
}
