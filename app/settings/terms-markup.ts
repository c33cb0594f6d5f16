/*
 * The stored text of the terms: « # 1. Le vendeur » begins a section, « - » an item, « > » a framed paragraph, a blank line
 * separates paragraphs, and « [formulaire de contact](/contact) » is a link. Texts stored before 0.5.2 have neither frames nor links.
 */

/** A piece of a paragraph; `href`: where its link leads. */
export type TermsRun = { text: string; href?: string };
/** One frame with its paragraphs, or a single paragraph without a frame. */
export type TermsBlock = { isFramed: boolean; paragraphs: TermsRun[][] };

/** A link; its URL may contain parentheses, « …/Rose_(fleur) ». No part matches across a bracket, so matching takes linear time. */
const LINK =
  /\[([^[\]\n]+)\]\(((?:\/(?![/\\])|https?:\/\/|mailto:|tel:)(?:[^\s()]|\([^\s()]*\))*)\)/;

/** The sections of a stored text, with their titles as stored: « 1. Le vendeur ». */
export function parseTerms(text: string): { title: string; blocks: TermsBlock[] }[] {
  return text
    .split(/^# (?=\d+\. )/m)
    .slice(1)
    .map((section) => {
      const [title = "", ...paragraphs] = section.trim().split(/\n{2,}/);
      return { title, blocks: paragraphs.reduce(addParagraph, []) };
    });
}

function addParagraph(blocks: TermsBlock[], paragraph: string): TermsBlock[] {
  const isFramed = paragraph.startsWith("> ");
  const runs = runsOf(isFramed ? paragraph.slice(2) : paragraph);
  const last = blocks.at(-1);
  if (isFramed && last?.isFramed) last.paragraphs.push(runs);
  else blocks.push({ isFramed, paragraphs: [runs] });
  return blocks;
}

function runsOf(paragraph: string): TermsRun[] {
  // `split` returns the pattern's groups among the texts: text, label, href, text, …
  const pieces = paragraph.split(LINK);
  return pieces.flatMap((text, index): TermsRun[] => {
    if (index % 3 === 1) return [runOf(text, pieces[index + 1]!)];
    return index % 3 === 0 && text !== "" ? [{ text }] : [];
  });
}

/** A link, or the typed text if its URL is invalid, since an error would prevent every order's mail. */
const runOf = (text: string, href: string): TermsRun =>
  URL.canParse(href, "https://boutique.example") ? { text, href } : { text: `[${text}](${href})` };
