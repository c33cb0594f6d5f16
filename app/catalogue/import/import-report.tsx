import type { ReactNode } from "react";
import type { NumberedFault } from "#app/csv/csv-schema.ts";
import { DataTable } from "#app/ui/areas/data-table.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Icon } from "#app/ui/icon.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { displayName } from "../product-name.ts";
import type { ConvertedLines, ImportView, WarnedLine } from "./import-reading.server.ts";
import { importHref } from "./import-texts.ts";

const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
} as const;
const SEPARATORS: Record<string, string> = { "\t": "tabulation" };

export type FaultPage = {
  faults: NumberedFault[];
  total: number;
  page: number;
  pageCount: number;
};

type ImportReportProps = {
  job: ImportView;
  faults: FaultPage;
  warned: readonly WarnedLine[];
  converted: ConvertedLines;
};

/** The result of the check: the number of lines by outcome, those to check, those with HTML, and one page of the errors. */
export function ImportReport({ job, faults, warned, converted }: ImportReportProps) {
  const separator = SEPARATORS[job.separator] ?? `«\u00a0${job.separator}\u00a0»`;
  return (
    <Panel
      id="rapport"
      title={job.fileName}
      aside={
        <span className="muted small">{`${ENCODINGS[job.encoding]} reconnu, séparateur ${separator}`}</span>
      }
    >
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
      {job.incompleteCount > 0 && (
        <p className="import-ignored">
          <Icon name="info" size={16} />
          <span>
            <span>
              {job.incompleteCount > 1
                ? `${frenchNumber(job.incompleteCount)} lignes laissent`
                : "Une ligne laisse"}
            </span>{" "}
            une <b>fiche incomplète</b>&nbsp;: cela n’empêche pas l’import.{" "}
            <TextLink to="/admin/produits?fiche=incomplete">Voir les fiches incomplètes</TextLink>
          </span>
        </p>
      )}
      {converted.total > 0 && <HtmlLines {...converted} />}
      {warned.length > 0 && <WarnedLines count={job.warnedCount} lines={warned} />}
      {faults.total > 0 && <FaultTable {...faults} />}
      <Pager
        page={faults.page}
        pageCount={faults.pageCount}
        href={(page) => importHref(job.id, { page })}
        label="Pages des lignes fautives"
        summary={`${plural(faults.total, "erreur")}, page ${frenchNumber(faults.page)} sur ${frenchNumber(faults.pageCount)}`}
      />
    </Panel>
  );
}

/** The first lines whose texts were in HTML, with what became of them. */
function HtmlLines({ total, lines }: ConvertedLines) {
  return (
    <FoldedLines
      title={
        total > 1
          ? `${frenchNumber(total)} lignes contiennent du HTML`
          : "Une ligne contient du HTML"
      }
      meaning="il devient du texte, avec ses paragraphes et ses listes, dans la description aussi avec son gras et son italique."
      total={total}
      items={lines.map(({ line, name, texts }) => (
        <li key={line}>
          <span>{`Ligne ${frenchNumber(line)}, ${displayName(name)}`}</span>
          {texts.map(({ column, text }) => (
            <p key={column}>
              <b>{`${column}\u00a0:`}</b> <span className="import-text">{text || "vide"}</span>
            </p>
          ))}
        </li>
      ))}
    />
  );
}

/** The first lines whose product has a claim or an ingredient to check. */
function WarnedLines({ count, lines }: { count: number; lines: readonly WarnedLine[] }) {
  return (
    <FoldedLines
      title={count > 1 ? `${frenchNumber(count)} lignes à vérifier` : "Une ligne à vérifier"}
      meaning="cela n’empêche pas l’import."
      total={count}
      items={lines.map(({ line, name, warnings }) => (
        <li
          key={line}
        >{`Ligne ${frenchNumber(line)}, ${displayName(name)}\u00a0: ${warnings.join("\u00a0; ")}.`}</li>
      ))}
    >
      <TextLink to="/admin/verifications">Ce qui est vérifié, et pourquoi</TextLink>
    </FoldedLines>
  );
}

type FoldedLinesProps = {
  title: string;
  meaning: string;
  total: number;
  items: readonly ReactNode[];
  children?: ReactNode;
};

/** A sentence about lines of the file, which unfolds the first of them. */
function FoldedLines({ title, meaning, total, items, children }: FoldedLinesProps) {
  return (
    <div className="import-ignored">
      <Icon name="info" size={16} />
      <details>
        <summary>
          <span className="link">{title}</span>
          {`\u00a0: ${meaning}`}
        </summary>
        <ul className="findings">{items}</ul>
        {total > items.length && <p>{`Les ${items.length} premières sont montrées.`}</p>}
        {children}
      </details>
    </div>
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
    <DataTable
      className="t-faults card-areas"
      caption={`Lignes fautives, page ${page} sur ${pageCount}`}
      rows={faults}
      keyOf={({ line, column, reason }) => `${line} ${column} ${reason}`}
      columns={[
        {
          head: "Ligne",
          className: "c-line",
          isEnd: true,
          isRowHeader: true,
          render: ({ line }) => line,
        },
        {
          head: "Colonne",
          className: "c-col nw",
          render: ({ column }) => column || "toute la ligne",
        },
        {
          head: "Valeur lue",
          className: "c-val",
          render: ({ value }) =>
            value ? <span className="cellval">{value}</span> : <span className="muted">vide</span>,
        },
        { head: "À corriger", className: "c-why soft", render: ({ reason }) => reason },
      ]}
    />
  );
}
