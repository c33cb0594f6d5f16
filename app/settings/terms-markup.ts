/*
 * The stored text of the terms: « # 1. Le vendeur » begins a section, « - » an item, « > » a framed paragraph, a blank line
 * separates paragraphs, and « [formulaire de contact](/contact) » is a link. Texts stored before 0.5.2 have neither frames nor links.
 */

/** A piece of a paragraph; `href`: where its link leads. */
export type TermsRun = { text: string; href?: string };
/** Paragraphs that belong together: in one frame, or a single one without. */
export type TermsBlock = { isFramed: boolean; paragraphs: TermsRun[][] };

/** An address may have parentheses of its own, « …/Rose_(fleur) ». Each part ends at the next bracket: long texts take linear time. */
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
  // The pattern's groups are among the pieces: text, label, href, text, …
  const pieces = paragraph.split(LINK);
  return pieces.flatMap((text, index): TermsRun[] => {
    if (index % 3 === 1) return [runOf(text, pieces[index + 1]!)];
    return index % 3 === 0 && text !== "" ? [{ text }] : [];
  });
}

/** A link, or what was typed if its address is none: the terms are drawn for every order's mail. */
const runOf = (text: string, href: string): TermsRun =>
  URL.canParse(href, "https://boutique.example") ? { text, href } : { text: `[${text}](${href})` };
