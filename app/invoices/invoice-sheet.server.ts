import { LEFT, openPdf, TOP, WIDTH, type PdfOptions, type Run } from "./pdf-drawing.server.ts";

/** Lower end of a page's text; the footer is below. */
const BOTTOM = 765;
const FOOTER = 790;
const GAP = 6;
/** Between a frame and its text. */
const INSET = 12;
/** Said at the end of a document that writes names otherwise than they were typed. */
const TRANSCRIBED =
  "Les caractères que ce document ne peut pas imprimer sont transcrits en lettres latines.";

/** A table column, `width` in points. The first column is aligned left, the others (figures) right. */
export type Column = { head: string; width: number };
type Block = { label: string; lines: string[] };
const textOf = (runs: readonly Run[]) => runs.map(({ text }) => text).join("");
export type Sheet = Awaited<ReturnType<typeof openSheet>>;

/** Starts a PDF that is drawn from top to bottom, with automatic page breaks. */
export async function openSheet(
  options: PdfOptions & { /** The seller, at the bottom of every page. */ footer: string },
) {
  const pdf = await openPdf(options);
  const { doc, root, tagged, prepared, write, writeRuns, heightOf, setFont, rule, outline } = pdf;
  let y = TOP;
  /** If `height` points don't fit on this page, starts a new one and returns true. */
  const breakPage = (height: number): boolean => {
    if (y + height <= BOTTOM) return false;
    doc.addPage();
    y = TOP;
    return true;
  };

  const drawFooter = (page: number, count: number) => {
    doc.switchToPage(page);
    doc.markContent("Artifact", { type: "Pagination" });
    setFont(8, "muted");
    write(options.footer, FOOTER, { width: WIDTH - 90 });
    write(`${options.title}\n${page + 1} / ${count}`, FOOTER, { align: "right" });
    doc.endMarkedContent();
  };

  return {
    brand(name: string): void {
      tagged("P", () => {
        setFont(18);
        doc.text(prepared(name), LEFT, y, { characterSpacing: 6, lineBreak: false });
      });
      y += 52;
    },

    title(title: string, detail: string): void {
      tagged("H1", () => {
        setFont(22, "plum");
        write(title, y);
      });
      y += 30;
      tagged("P", () => {
        setFont(10, "ink-2");
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
        tagged("P", () => {
          setFont(8, "muted", "bold");
          write(label, y, { x, width });
        });
        tagged("P", () => {
          setFont(10);
          write(text, y + 14, { x, width });
        });
        lowest = Math.max(lowest, y + 14 + heightOf(text, width));
      }
      y = lowest + 22;
    },

    /** A table whose head is repeated on every page. */
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
      const setHeadFont = () => setFont(8, "muted", "bold");
      const finishRow = (cells: string[]) => {
        y += heightOfRow(cells) + GAP;
        rule(y);
        y += GAP;
      };
      const row = doc.struct("TR");
      table.add(row);
      setHeadFont();
      drawCells(heads, (cell, head) => {
        const column = { title: head, scope: "Column" };
        row.add(doc.struct("TH", column, cell));
      });
      finishRow(heads);
      for (const cells of rows) {
        setFont(10);
        if (breakPage(heightOfRow(cells) + 2 * GAP)) {
          setHeadFont();
          doc.markContent("Artifact", { type: "Pagination" });
          drawCells(heads, (cell) => cell());
          doc.endMarkedContent();
          finishRow(heads);
          setFont(10);
        }
        const line = doc.struct("TR");
        table.add(line);
        drawCells(cells, (cell) => void line.add(doc.struct("TD", {}, cell)));
        finishRow(cells);
      }
      y += 8;
    },

    /** Sums, aligned right; the last one (the total) in bold. */
    totals(list: [name: string, sum: string][]): void {
      breakPage(list.length * 18 + 20);
      for (const [index, [name, sum]] of list.entries()) {
        tagged("P", () => {
          if (index === list.length - 1) setFont(12, "ink", "bold");
          else setFont(10, "ink-2");
          write(name, y, { x: LEFT + 260, width: 130, align: "right" });
          write(sum, y, { x: LEFT + 390, width: WIDTH - 390, align: "right" });
        });
        y += 18;
      }
      y += 16;
    },

    heading(text: string): void {
      setFont(12, "ink", "bold");
      // With the first lines of its text.
      breakPage(heightOf(text) + 60);
      y += 8;
      tagged("H2", () => void write(text, y));
      y += heightOf(text) + 8;
    },

    paragraph(content: string | Run[]): void {
      setFont(10, "ink-2");
      const runs = typeof content === "string" ? [{ text: content }] : content;
      const height = heightOf(textOf(runs));
      breakPage(height);
      tagged("P", () => writeRuns(runs, y));
      y += height + 8;
    },

    /** Paragraphs in a frame; on each page its own. */
    frame(paragraphs: Run[][]): void {
      const inner = { x: LEFT + INSET, width: WIDTH - 2 * INSET };
      let top = y;
      y += INSET;
      for (const runs of paragraphs) {
        setFont(10, "ink-2");
        const height = heightOf(textOf(runs), inner.width);
        if (y + height + INSET > BOTTOM) {
          if (y > top + INSET) outline(top, y);
          breakPage(height + INSET);
          top = y;
          y += INSET;
        }
        tagged("P", () => writeRuns(runs, y, inner));
        y += height + 8;
      }
      outline(top, y);
      y += INSET;
    },

    close(): Promise<Buffer> {
      if (pdf.isTranscribed()) this.paragraph(TRANSCRIBED);
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page++) drawFooter(page, count);
      return pdf.close();
    },
  };
}
