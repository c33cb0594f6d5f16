import { openLines } from "./json-lines.server.ts";

/** Something to know about a document: refused, it stays outside; noted, it is in, but not quite as it was. */
export type Remark = {
  kind: "refused" | "noted";
  file: string;
  /** Counted from 1. */
  line: number;
  id: string;
  /** The field as §3 spells it; empty for the whole document. */
  field: string;
  reason: string;
};

export type ImportReport = Awaited<ReturnType<typeof openReport>>;

/** Collects the remarks of an import in a file, one JSON object a line, and the first `shown` of each kind. */
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
