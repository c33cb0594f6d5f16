import { colours } from "#app/mail/mail-styles.ts";
import { printable } from "./printable.ts";

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89 };
const LEFT = 50;
const WIDTH = PAGE.width - 2 * LEFT;
const TOP = 50;
/** Where a page's text ends; its foot stands below. */
const BOTTOM = 765;
const FOOT = 790;
const GAP = 6;

/** A column of a table; the first one's text stands on the left, the figures of the others on the right. */
export type Column = { head: string; width: number };
type Block = { label: string; lines: string[] };
export type Sheet = Awaited<ReturnType<typeof openSheet>>;

/**
 * A document of the shop's, drawn from top to bottom over as many pages as it takes. Each part is tagged with what it
 * is, so that it is read in order; what is only decoration, or repeated on every page, is marked as such.
 */
export async function openSheet(about: {
  title: string;
  author: string;
  madeAt: Date;
  /** Who writes, at the foot of every page. */
  foot: string;
}) {
  // Some megabytes that only an invoice needs.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: TOP, bottom: 0, left: LEFT, right: LEFT },
    pdfVersion: "1.7",
    lang: "fr-FR",
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: about.title,
      Author: printable(about.author),
      Creator: "Éclat",
      Producer: "Éclat",
      CreationDate: about.madeAt,
      ModDate: about.madeAt,
    },
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (part: Buffer) => void parts.push(part));
    doc.on("end", () => resolve(Buffer.concat(parts)));
    doc.on("error", reject);
  });
  const root = doc.struct("Document");
  doc.addStructure(root);
  let y = TOP;
  /** A part of the document, read in this order by screen readers. */
  const tell = (tag: "H1" | "P", draw: () => void) => void root.add(doc.struct(tag, {}, draw));

  type Place = { x?: number; width?: number; align?: "left" | "right" };
  const write = (
    text: string,
    at: number,
    { x = LEFT, width = WIDTH, align = "left" }: Place = {},
  ) => doc.text(printable(text), x, at, { width, align, lineGap: 2 });
  const heightOf = (text: string, width = WIDTH) =>
    doc.heightOfString(printable(text), { width, lineGap: 2 });
  const wear = (size: number, colour: keyof typeof colours = "ink", font = "Helvetica") =>
    doc.font(font).fontSize(size).fillColor(colours[colour]);
  const rule = (at: number) => {
    doc.markContent("Artifact", { type: "Layout" });
    doc
      .moveTo(LEFT, at)
      .lineTo(LEFT + WIDTH, at)
      .lineWidth(0.75)
      .stroke(colours.line);
    doc.endMarkedContent();
  };
  /** Goes on at the top of a new page when what comes is higher than what is left of this one. */
  const makeRoom = (height: number): boolean => {
    if (y + height <= BOTTOM) return false;
    doc.addPage();
    y = TOP;
    return true;
  };

  const drawFoot = (page: number, count: number) => {
    doc.switchToPage(page);
    doc.markContent("Artifact", { type: "Pagination" });
    wear(8, "muted");
    write(about.foot, FOOT, { width: WIDTH - 90 });
    write(`${about.title}\n${page + 1} / ${count}`, FOOT, { align: "right" });
    doc.endMarkedContent();
  };

  return {
    /** The shop's name, over what follows. */
    brand(name: string): void {
      tell("P", () => {
        wear(18);
        doc.text(name, LEFT, y, { characterSpacing: 6, lineBreak: false });
      });
      y += 52;
    },

    title(title: string, detail: string): void {
      tell("H1", () => {
        wear(22, "plum");
        write(title, y);
      });
      y += 30;
      tell("P", () => {
        wear(10, "ink-2");
        write(detail, y);
      });
      y += 36;
    },

    /** Labelled blocks side by side. */
    columns(blocks: Block[]): void {
      const width = (WIDTH - (blocks.length - 1) * 20) / blocks.length;
      let lowest = y;
      for (const [index, { label, lines }] of blocks.entries()) {
        const x = LEFT + index * (width + 20);
        const text = lines.filter(Boolean).join("\n");
        tell("P", () => {
          wear(8, "muted", "Helvetica-Bold");
          write(label, y, { x, width });
        });
        tell("P", () => {
          wear(10);
          write(text, y + 14, { x, width });
        });
        lowest = Math.max(lowest, y + 14 + heightOf(text, width));
      }
      y = lowest + 22;
    },

    /** Rows under heads, which are repeated on every page. */
    table(columns: Column[], rows: string[][]): void {
      const table = doc.struct("Table");
      root.add(table);
      const drawCells = (cells: string[], draw: (cell: () => void, head: string) => void) => {
        let x = LEFT;
        for (const [index, { head, width }] of columns.entries()) {
          const place =
            index === 0
              ? { x, width: width - GAP }
              : { x: x + GAP, width: width - GAP, align: "right" as const };
          draw(() => void write(cells[index] ?? "", y, place), head);
          x += width;
        }
      };
      const heads = columns.map(({ head }) => head);
      const heightOfRow = (cells: string[]) =>
        Math.max(...columns.map(({ width }, index) => heightOf(cells[index] ?? "", width - GAP)));
      const wearHead = () => wear(8, "muted", "Helvetica-Bold");
      const finishRow = (cells: string[]) => {
        y += heightOfRow(cells) + GAP;
        rule(y);
        y += GAP;
      };
      const row = doc.struct("TR");
      table.add(row);
      wearHead();
      drawCells(heads, (cell, head) => {
        const column = { title: head, scope: "Column" };
        row.add(doc.struct("TH", column, cell));
      });
      finishRow(heads);
      for (const cells of rows) {
        wear(10);
        if (makeRoom(heightOfRow(cells) + 2 * GAP)) {
          wearHead();
          doc.markContent("Artifact", { type: "Pagination" });
          drawCells(heads, (cell) => cell());
          doc.endMarkedContent();
          finishRow(heads);
          wear(10);
        }
        const line = doc.struct("TR");
        table.add(line);
        drawCells(cells, (cell) => void line.add(doc.struct("TD", {}, cell)));
        finishRow(cells);
      }
      y += 8;
    },

    /** Sums on the right, the last one the largest. */
    totals(list: [name: string, sum: string][]): void {
      makeRoom(list.length * 18 + 20);
      for (const [index, [name, sum]] of list.entries()) {
        tell("P", () => {
          if (index === list.length - 1) wear(12, "ink", "Helvetica-Bold");
          else wear(10, "ink-2");
          write(name, y, { x: LEFT + 260, width: 130, align: "right" });
          write(sum, y, { x: LEFT + 390, width: WIDTH - 390, align: "right" });
        });
        y += 18;
      }
      y += 16;
    },

    paragraph(text: string): void {
      wear(10, "ink-2");
      const height = heightOf(text);
      makeRoom(height);
      tell("P", () => void write(text, y));
      y += height + 8;
    },

    close(): Promise<Buffer> {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page++) drawFoot(page, count);
      root.end();
      doc.end();
      return whole;
    },
  };
}
