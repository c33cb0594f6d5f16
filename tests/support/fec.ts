import { FEC_COLUMNS } from "#app/fiscal/accounting.server.ts";

export type FecLine = Record<(typeof FEC_COLUMNS)[number], string>;

/** As the law spells them, apart from the code that is checked. */
const COLUMNS_OF_THE_LAW =
  "JournalCode|JournalLib|EcritureNum|EcritureDate|CompteNum|CompteLib|CompAuxNum|CompAuxLib|PieceRef|PieceDate|EcritureLib|Debit|Credit|EcritureLet|DateLet|ValidDate|Montantdevise|Idevise";

const MANDATORY = [
  "JournalCode",
  "JournalLib",
  "EcritureNum",
  "EcritureDate",
  "CompteNum",
  "CompteLib",
  "PieceRef",
  "PieceDate",
  "EcritureLib",
  "Debit",
  "Credit",
  "ValidDate",
] as const;

/** The lines of a FEC, without checking them. */
export function parseFec(bytes: Uint8Array): { head: string[]; lines: FecLine[] } {
  const text = new TextDecoder("iso-8859-15").decode(bytes);
  const [head, ...rows] = text.split("\r\n").slice(0, -1);
  const lines = (rows ?? []).map((row) => {
    const cells = row.split("\t");
    return Object.fromEntries(
      Array.from({ length: Math.max(cells.length, FEC_COLUMNS.length) }, (_none, place) => [
        FEC_COLUMNS[place] ?? `column ${place + 1}`,
        cells[place],
      ]),
    ) as FecLine;
  });
  return { head: head!.split("\t"), lines };
}

/** « 1234,50 » in cents; NaN for anything else. */
export const centsOf = (text: string): number =>
  /^\d+,\d{2}$/.test(text) ? Math.round(Number(text.replace(",", ".")) * 100) : Number.NaN;

/**
 * What is wrong with a FEC by the rules of « Test Compta Demat » (DGFiP): its 18 columns in order, no empty mandatory field, dates of
 * the calendar, amounts with a decimal comma and without thousands, either a debit or a credit in each line, account numbers of
 * three digits; besides, balanced entries of one journal, date and document, in order, with continuous numbers.
 */
export function fecFaults({ head, lines }: ReturnType<typeof parseFec>): string[] {
  const faults: string[] = [];
  if (head.join("|") !== COLUMNS_OF_THE_LAW) faults.push("columns");
  for (const [index, line] of lines.entries()) {
    const at = (fault: string) => faults.push(`line ${index + 2}: ${fault}`);
    if (Object.keys(line).length !== FEC_COLUMNS.length || Object.values(line).includes(undefined!))
      at("number of fields");
    for (const name of MANDATORY) if (!line[name]?.trim()) at(`${name} is empty`);
    for (const name of ["EcritureDate", "PieceDate", "ValidDate"] as const)
      if (!isDay(line[name])) at(`${name} is no date`);
    if (line.DateLet && !isDay(line.DateLet)) at("DateLet is no date");
    if ((line.EcritureLet === "") !== (line.DateLet === "")) at("lettering without its date");
    const [debit, credit] = [centsOf(line.Debit), centsOf(line.Credit)];
    if (!((debit === 0 && credit > 0) || (credit === 0 && debit > 0))) at("debit and credit");
    if (!/^\d{3}/.test(line.CompteNum)) at("account");
    if (index > 0 && line.ValidDate < lines[index - 1]!.ValidDate) at("order");
  }
  const entries = Map.groupBy(lines, ({ EcritureNum }) => EcritureNum);
  for (const [number, parts] of entries) {
    const sum = parts.reduce(
      (total, { Debit, Credit }) => total + centsOf(Debit) - centsOf(Credit),
      0,
    );
    if (sum !== 0) faults.push(`${number}: not balanced`);
    for (const name of ["JournalCode", "EcritureDate", "PieceRef", "PieceDate"] as const)
      if (new Set(parts.map((part) => part[name])).size > 1)
        faults.push(`${number}: several ${name}`);
  }
  for (const [prefix, numbers] of Map.groupBy(entries.keys(), (number) =>
    number.replace(/\d{6,7}$/, ""),
  )) {
    const sorted = numbers
      .map((number) => Number(/\d{6,7}$/.exec(number)![0]))
      .toSorted((one, other) => one - other);
    if (sorted.at(-1)! - sorted[0]! + 1 !== sorted.length)
      faults.push(`${prefix}: numbers with a gap`);
  }
  return faults;
}

function isDay(text: string): boolean {
  const found = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text ?? "");
  if (!found) return false;
  const day = new Date(`${found[1]}-${found[2]}-${found[3]}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.getUTCDate() === Number(found[3]);
}
