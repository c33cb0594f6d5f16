import type { Shop } from "#app/settings/shop.ts";
import { coloursOf, INITIAL_APPEARANCE, type Colours } from "#app/ui/colour-schema.ts";
import { attachFacturX } from "./factur-x-attachment.ts";

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89 };
export const LEFT = 50;
export const WIDTH = PAGE.width - 2 * LEFT;
export const TOP = 50;

/** A piece of a paragraph; `href`: where its link leads. */
export type Run = { text: string; href?: string };

export type PdfOptions = {
  title: string;
  author: string;
  /** For the shop's name and look. */
  shop: Shop;
  createdAt: Date;
  /** The XML of a Factur-X; with it the file is a PDF/A-3. */
  facturX?: string | undefined;
};

/**
 * Starts a PDF in which texts, lines and frames are drawn at given places (points from the top left corner). Tagged PDF: each text has a
 * structure element for screen readers; lines, footers and repeated table heads are marked as artifacts, which they skip.
 */
export async function openPdf(options: PdfOptions) {
  // Loaded lazily: they take some megabytes of memory that only invoices need.
  const [{ default: PDFDocument }, { fontFile, printedText }] = await Promise.all([
    import("pdfkit"),
    import("./pdf-fonts.server.ts"),
  ]);
  const isArchived = options.facturX !== undefined;
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: TOP, bottom: 0, left: LEFT, right: LEFT },
    pdfVersion: "1.7",
    lang: "fr-FR",
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    ...(isArchived && { subset: "PDF/A-3b" as const }),
    info: {
      Title: options.title,
      CreationDate: options.createdAt,
      // pdfkit repeats them in the metadata without escaping: a shop's name there could break a Factur-X.
      ...(!isArchived && {
        Author: options.author,
        Creator: options.shop.name,
        Producer: options.shop.name,
        ModDate: options.createdAt,
      }),
    },
  });
  if (options.facturX) attachFacturX(doc, options.facturX, options);
  const colours = coloursOf(options.shop.look ?? INITIAL_APPEARANCE);
  const parts: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (part: Buffer) => void parts.push(part));
    doc.on("end", () => resolve(Buffer.concat(parts)));
    doc.on("error", reject);
  });
  const root = doc.struct("Document");
  doc.addStructure(root);
  /** Draws a part inside a structure element; screen readers follow the order of these calls. */
  const tagged = (tag: "H1" | "H2" | "P", draw: () => void) =>
    void root.add(doc.struct(tag, {}, draw));

  type Place = { x?: number; width?: number; align?: "left" | "right" };
  let isBold = false;
  let isTranscribed = false;
  const registered = new Set<string>();
  /** Sets the font of a text, which depends on its characters, and returns the text as that font prints it. */
  const prepared = (typed: string): string => {
    const { text, font, isTranscribed: isOther } = printedText(typed, isBold, isArchived);
    isTranscribed ||= isOther;
    if (font !== "Helvetica" && font !== "Helvetica-Bold" && !registered.has(font)) {
      doc.registerFont(font, fontFile(font));
      registered.add(font);
    }
    doc.font(font);
    return text;
  };
  const write = (
    text: string,
    at: number,
    { x = LEFT, width = WIDTH, align = "left" }: Place = {},
  ) => doc.text(prepared(text), x, at, { width, align, lineGap: 2 });
  const heightOf = (text: string, width = WIDTH) =>
    doc.heightOfString(prepared(text), { width, lineGap: 2 });
  /** Writes pieces one after the other, wrapped together. */
  const writeRuns = (runs: readonly Run[], at: number, place: Place = {}) => {
    const { x = LEFT, width = WIDTH } = place;
    doc.text("", x, at);
    for (const [index, { text, href }] of runs.entries()) {
      doc.fillColor(colours[href ? "plum" : "ink-2"]);
      const continued = index < runs.length - 1;
      doc.text(prepared(text), {
        width,
        lineGap: 2,
        continued,
        link: href ?? null,
        underline: href !== undefined,
      });
    }
  };
  const setFont = (size: number, colour: keyof Colours = "ink", weight?: "bold") => {
    isBold = weight === "bold";
    doc.fontSize(size).fillColor(colours[colour]);
  };
  const rule = (at: number) => {
    doc.markContent("Artifact", { type: "Layout" });
    doc
      .moveTo(LEFT, at)
      .lineTo(LEFT + WIDTH, at)
      .lineWidth(0.75)
      .stroke(colours.line);
    doc.endMarkedContent();
  };
  /** A frame from `top` to `bottom` of this page. */
  const outline = (top: number, bottom: number) => {
    doc.markContent("Artifact", { type: "Layout" });
    doc
      .rect(LEFT, top, WIDTH, bottom - top)
      .lineWidth(0.75)
      .stroke(colours.line);
    doc.endMarkedContent();
  };
  const close = (): Promise<Buffer> => {
    root.end();
    doc.end();
    return finished;
  };

  return {
    doc,
    root,
    tagged,
    prepared,
    write,
    writeRuns,
    heightOf,
    setFont,
    rule,
    outline,
    /** Whether a text so far was printed otherwise than it was typed. */
    isTranscribed: () => isTranscribed,
    close,
  };
}
