/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   as cards, style takes the table's display away, and with it the roles that browsers give by themselves. */
import { frenchNumber } from "#app/ui/french-number.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { ImportView, NumberedFault } from "./import-reading.server.ts";
import { importHref, plural } from "./import-texts.ts";

const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "windows-1252": "Windows-1252",
} as const;
const SEPARATORS: Record<string, string> = { "\t": "tabulation" };

export type FaultPage = {
  faults: NumberedFault[];
  total: number;
  page: number;
  pageCount: number;
};

/** The result of the check: number of lines by outcome, and one page of the errors. */
export function ImportReport({ job, faults }: { job: ImportView; faults: FaultPage }) {
  const separator = SEPARATORS[job.separator] ?? `«\u00a0${job.separator}\u00a0»`;
  return (
    <section className="panel" aria-labelledby="rapport">
      <div className="panel__head">
        <h2 id="rapport">{job.fileName}</h2>
        <span className="muted small">
          {ENCODINGS[job.encoding]} reconnu, séparateur {separator}
        </span>
      </div>
      <dl className="tally num">
        {tally(job).map(([name, count]) => (
          <div key={name} className={name === "Fautives" && count > 0 ? "tally__bad" : undefined}>
            <dt>{name}</dt>
            <dd>{frenchNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {job.ignoredColumns.length > 0 && (
        <p className="import-ignored">
          <Icon name="info" size={16} />
          {ignoredText(job.ignoredColumns)}
        </p>
      )}
      {faults.total > 0 && <FaultTable {...faults} />}
      <Pager
        page={faults.page}
        pageCount={faults.pageCount}
        href={(page) => importHref(job.id, { page })}
        label="Pages des lignes fautives"
        summary={`${plural(faults.total, "erreur")}, page ${frenchNumber(faults.page)} sur ${frenchNumber(faults.pageCount)}`}
      />
    </section>
  );
}

function ignoredText(columns: readonly string[]): string {
  const names = new Intl.ListFormat("fr").format(columns.map((name) => `«\u00a0${name}\u00a0»`));
  const ignored =
    columns.length > 1 ? `Les colonnes ${names} sont ignorées` : `La colonne ${names} est ignorée`;
  const hasPhotos = columns.some((name) => name.toLowerCase() === "photos");
  return hasPhotos
    ? `${ignored}\u00a0: les photos restent comme elles sont, elles se changent dans la fiche du produit.`
    : `${ignored}.`;
}

function tally(job: ImportView): [string, number][] {
  const faulty = job.faultyCount + job.refusedCount;
  const read = job.toCreate + job.toUpdate + job.unchangedCount + job.faultyCount;
  return [
    ["Lignes lues", read],
    ["À créer", job.toCreate],
    ["À mettre à jour", job.toUpdate],
    ...(job.unchangedCount > 0 ? ([["Inchangées", job.unchangedCount]] as [string, number][]) : []),
    ["Fautives", faulty],
  ];
}

function FaultTable({ faults, page, pageCount }: FaultPage) {
  return (
    <table className="data-table data-table--cards t-faults" role="table">
      <caption className="sr">
        Lignes fautives, page {page} sur {pageCount}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th className="end" role="columnheader" scope="col">
            Ligne
          </th>
          {["Colonne", "Valeur lue", "À corriger"].map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {faults.map(({ line, column, value, reason }) => (
          <tr role="row" key={`${line} ${column} ${reason}`}>
            <th className="c-line end" role="rowheader" scope="row">
              {line}
            </th>
            <td className="c-col nw" role="cell">
              {column || "toute la ligne"}
            </td>
            <td className="c-val" role="cell">
              {value ? (
                <span className="cellval">{value}</span>
              ) : (
                <span className="muted">vide</span>
              )}
            </td>
            <td className="c-why soft" role="cell">
              {reason}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
