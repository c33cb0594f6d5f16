import { openLines } from "./json-lines.server.ts";

/** A remark on a document. « refused »: not imported; « noted »: imported with a change. */
export type Remark = {
  kind: "refused" | "noted";
  file: string;
  /** Line number, from 1. */
  line: number;
  id: string;
  /** The field name of specification §3; empty for the whole document. */
  field: string;
  reason: string;
};

export type ImportReport = Awaited<ReturnType<typeof openReport>>;

/**
 * Opens the report of an import: a file (JSON Lines) with all remarks. The first `shown` of each kind are also kept in memory.
 */
export async function openReport(file: string, { shown }: { shown: number }) {
  const lines = await openLines(file);
  const first: Record<Remark["kind"], Remark[]> = { refused: [], noted: [] };
  const counts = { refused: 0, noted: 0 };
  return {
    first,
    counts,
    async add(remark: Remark): Promise<void> {
      counts[remark.kind]++;
      if (first[remark.kind].length < shown) first[remark.kind].push(remark);
      await lines.write(remark);
    },
    close: () => lines.close(),
  };
}
