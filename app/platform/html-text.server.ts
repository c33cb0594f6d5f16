import { compile } from "html-to-text";
import { parseParagraphs, plainText } from "./markdown.server.ts";

/** Tags that texts pasted from shops and word processors have. */
const TAG =
  /<\/?(?:a|abbr|article|b|blockquote|br|center|cite|code|dd|del|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|header|hr|i|iframe|img|ins|li|main|mark|nav|o:p|ol|p|pre|q|s|script|section|small|span|strong|style|sub|sup|svg|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]*)?\/?>/i;
const BLOCK = /<(?:p|br|div|li|ul|ol|h[1-6]|tr|td|table|dd|dt|section|article|blockquote)\b/i;
const REFERENCE = /&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/i;
/** Elements nested deeper are left out: the converter calls itself for each. */
const MOST_NESTING = 500;

/**
 * A text in HTML as one in Markdown (`parseParagraphs`): paragraphs, lists, bold and italic stay, all else becomes text. A text that
 * has neither a tag nor a character reference is returned as it is.
 */
export const htmlToMarkdown = (text: string): string => convert(text, writeLine);

/** A text in HTML as plain text, with its line breaks. Any other text is returned as it is. */
export const htmlToPlainText = (text: string): string =>
  convert(text, ({ prefix, plain }) => prefix + plain);

// Characters for private use stand for the emphasis until the white space around it is known.
const MARKS = {
  "\uE000": { name: "strong", step: 1 },
  "\uE001": { name: "strong", step: -1 },
  "\uE002": { name: "em", step: 1 },
  "\uE003": { name: "em", step: -1 },
} as const;
const PRIVATE = /[\uE000-\uE003]/g;

const formatAs = (format: string, tags: string, options = {}) =>
  tags.split(" ").map((selector) => ({ selector, format, options }));
const selectors = [
  ...formatAs("inlineSurround", "strong b", { prefix: "\uE000", suffix: "\uE001" }),
  ...formatAs("inlineSurround", "em i", { prefix: "\uE002", suffix: "\uE003" }),
  ...formatAs("inlineSurround", "td th", { suffix: " " }),
  ...formatAs("block", "tr dt dd", { leadingLineBreaks: 1, trailingLineBreaks: 1 }),
  ...formatAs("block", "h1 h2 h3 h4 h5 h6", { leadingLineBreaks: 2, trailingLineBreaks: 2 }),
  ...formatAs("skip", "img hr script style iframe svg"),
  ...formatAs("anchor", "a", { ignoreHref: true }),
  ...formatAs("unorderedList", "ul", { itemPrefix: "- " }),
];
const options = { wordwrap: false as const, selectors, limits: { maxDepth: MOST_NESTING } };
const fromBlocks = compile(options);
/** For texts whose line breaks are typed, with tags inside of lines only. */
const fromLines = compile({ ...options, preserveNewlines: true });

function convert(html: string, write: (line: Line) => string): string {
  if (!TAG.test(html) && !REFERENCE.test(html)) return html;
  const once = (text: string) =>
    (BLOCK.test(text) ? fromBlocks : fromLines)(text.replaceAll(PRIVATE, ""));
  let text = once(html);
  // Exports of other shops escape their HTML.
  if (TAG.test(text)) text = once(text.replaceAll(PRIVATE, ""));
  return linesOf(text)
    .map(write)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

type Line = {
  /** « - » or « 1. » of a list's item, with its indentation; empty outside of lists. */
  prefix: string;
  plain: string;
  /** The plain text in parts of one emphasis each; `marks`: the signs before it in Markdown. */
  parts: { text: string; marks: string }[];
};

/** The lines of a converted text, with the emphasis of each part. */
function linesOf(text: string): Line[] {
  const depth = { strong: 0, em: 0 };
  return text.split("\n").map((line) => {
    const shown = line.replaceAll(PRIVATE, "");
    const prefix = /^(?: *(?:- |\d+\. ))?/.exec(shown)![0];
    const parts: Line["parts"] = [];
    let place = 0;
    for (const character of line.trimEnd()) {
      const mark = MARKS[character as keyof typeof MARKS];
      if (mark) depth[mark.name] += mark.step;
      else if (place++ >= prefix.length) {
        const marks = `${depth.strong > 0 ? "**" : ""}${depth.em > 0 ? "*" : ""}`;
        const last = parts.at(-1);
        if (last?.marks === marks) last.text += character;
        else parts.push({ text: character, marks });
      }
    }
    // The converter aligns the numbers of an ordered list.
    return {
      prefix: prefix.replace(/^ (?=\d)/, ""),
      plain: shown.slice(prefix.length).trim(),
      parts,
    };
  });
}

/** A line in Markdown: with its emphasis, or else without it, or escaped, whichever the parser first reads as its text. */
function writeLine({ prefix, plain, parts }: Line): string {
  const item = prefix && "- ";
  const written = [
    parts.map(emphasise).join("").trim(),
    plain,
    plain.replaceAll(/[\\*_]|^[-+]/g, "\\$&"),
  ].find((text) => plainText(parseParagraphs(item + text)) === item + plain);
  return prefix + (written ?? plain);
}

/** White space stands outside of the signs: Markdown reads none inside. */
function emphasise({ text, marks }: Line["parts"][number]): string {
  const inner = text.trim();
  return marks && inner ? text.replace(inner, () => `${marks}${inner}${marks}`) : text;
}
