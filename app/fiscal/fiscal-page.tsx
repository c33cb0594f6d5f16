import { Form } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import {
  E_INVOICES_ISSUED_FROM,
  E_INVOICES_RECEIVED_SINCE,
} from "#app/platform/legal-constants.ts";
import { requestContext } from "#app/request-context.ts";
import { DataTable, type Column } from "#app/ui/areas/data-table.tsx";
import { pageHref } from "#app/ui/areas/list-address.ts";
import { ListPage } from "#app/ui/areas/list-page.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/fiscal-page.ts";
import { EntriesTable } from "./entries-table.tsx";
import {
  listEntries,
  readTotals,
  type Closure,
  type Fault,
  type OpenTotals,
} from "./fiscal-journal.server.ts";
import { periodName } from "./fiscal-names.ts";
import { lastCheck } from "./last-check.server.ts";

const TITLE = "Journal fiscal";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const page = pageNumber(new URL(request.url).searchParams);
  const [{ fault, checkedAt }, journal, totals] = await Promise.all([
    lastCheck(db),
    listEntries(db, { page }),
    readTotals(db),
  ]);
  return { fault, checkedAt, journal, totals };
}

export default function FiscalPage({ loaderData }: Route.ComponentProps) {
  useLive("order");
  const { fault, checkedAt, journal, totals } = loaderData;
  const { total, page, pageCount, entries } = journal;
  return (
    <ListPage
      title={TITLE}
      intro={
        <>
          Les encaissements et les remboursements des commandes, dans l’ordre, sans correction
          possible. Un paiement reçu avec un écart (second encaissement, autre montant) n’y est
          pas&nbsp;: il attend d’être réglé sous «&nbsp;
          <TextLink to="/admin/paiements">Paiements</TextLink>
          &nbsp;».
        </>
      }
      actions={
        <ButtonLink icon="file-text" to="/admin/fiscal/attestation" variant="plain" size="s">
          Attestation à signer
        </ButtonLink>
      }
      above={
        <>
          <State fault={fault} checkedAt={checkedAt} total={total} />
          <Totals {...totals} />
          <Exports />
          <ElectronicInvoices />
        </>
      }
      panel={{ id: "ecritures", title: "Écritures" }}
      total={total}
      count={plural(total, "écriture")}
      page={page}
      pageCount={pageCount}
      href={(target) => pageHref("/admin/fiscal", target)}
      pagesLabel="Pages du journal"
      empty={{
        title: "Aucune écriture",
        text: "Le premier paiement reçu s’inscrira ici.",
      }}
    >
      <EntriesTable entries={entries} />
    </ListPage>
  );
}

function State({ fault, checkedAt, total }: { fault: Fault; checkedAt: Date; total: number }) {
  if (!fault)
    return (
      <Note tone="ok" title="Chaîne intacte">
        {total === 0
          ? "Le journal est vide."
          : `${plural(total, "écriture")} et chaque total clos ont été recalculés et comparés aux factures et avoirs le ${frenchLongMoment(checkedAt)}\u00a0: aucun changement, ajout ni retrait n’y apparaît. Les paiements reçus avec un écart n’en font pas partie.`}
      </Note>
    );
  const [place, text] = faultText(fault);
  return (
    <Note tone="error" title={`Chaîne rompue à ${place}`}>
      {`${text} Rien ne se corrige ici\u00a0: gardez cette base telle quelle, et comparez-la avec vos sauvegardes.`}
    </Note>
  );
}

/** Where the chain is broken, and how. */
function faultText(fault: NonNullable<Fault>): [place: string, text: string] {
  switch (fault.kind) {
    case "paper":
      return [
        `l’écriture n°\u00a0${fault.sequence}`,
        fault.document
          ? `Inscrite le ${frenchLongMoment(fault.recordedAt)}, elle n’a pas le montant, la TVA ou la commande de la pièce ${fault.document}, ou cette pièce a disparu.`
          : `Inscrite le ${frenchLongMoment(fault.recordedAt)}, elle n’a ni facture ni avoir.`,
      ];
    case "entry": {
      const paper = fault.document ? ` (${fault.document})` : "";
      return [
        `l’écriture n°\u00a0${fault.sequence}`,
        `Inscrite le ${frenchLongMoment(fault.recordedAt)}${paper}, elle ne correspond plus à son empreinte, ou celle d’avant a disparu.`,
      ];
    }
    case "closure":
      return [
        `la clôture ${periodName(fault.period)}`,
        "Ses totaux ne sont plus ceux des écritures, ou elle ne suit plus la clôture d’avant.",
      ];
    case "missing":
      return [
        `la pièce ${fault.document}`,
        "Son écriture a été retirée de la fin du journal, ou n’y a jamais été inscrite.",
      ];
  }
}

type TotalsRow = OpenTotals & { key: string; name: string };

const amount = (head: string, cents: (row: TotalsRow) => number): Column<TotalsRow> => ({
  head,
  isEnd: true,
  hasCardHead: true,
  render: (row) => formatPrice(cents(row)),
});

function Totals({ closures, open }: { closures: Closure[]; open: OpenTotals }) {
  const rows: TotalsRow[] = [
    { ...open, key: "open", name: "En cours" },
    ...closures.map((closure) => ({
      ...closure,
      key: closure.period,
      name: capitalised(periodName(closure.period)),
    })),
  ];
  const isBrought = rows.some(({ broughtCents }) => broughtCents !== 0);
  return (
    <Panel id="totaux" title="Totaux par mois et par an">
      <DataTable
        className="t-fiscal"
        caption="Totaux par mois et par an"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { head: "Période", isRowHeader: true, className: "c-head", render: ({ name }) => name },
          amount("Encaissé", ({ settledCents }) => settledCents),
          amount("Remboursé", ({ refundedCents }) => refundedCents),
          amount("dont TVA, nette", ({ vatCents }) => vatCents),
          ...(isBrought ? [amount("Repris", ({ broughtCents }) => broughtCents)] : []),
          amount("Cumul perpétuel", ({ perpetualCents }) => perpetualCents),
        ]}
      />
    </Panel>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The exports of a period, of all days without one. The form's own address is the first one's. */
const EXPORTS = [
  { path: "jours.csv", label: "Par jour et par taux de TVA" },
  { path: "ventes.csv", label: "Par pays et par taux de TVA" },
  { path: "fec.txt", label: "Écritures comptables (FEC)" },
];

function Exports() {
  return (
    <Panel id="exports" title="Exports">
      <Form
        className="panel__body fiscal-export"
        method="get"
        action="/admin/fiscal/jours.csv"
        reloadDocument
      >
        <label className="datefield">
          <span>Du</span>
          <input className="in" type="date" name="du" max="9999-12-31" />
        </label>
        <label className="datefield">
          <span>Au</span>
          <input className="in" type="date" name="au" max="9999-12-31" />
        </label>
        {EXPORTS.map(({ path, label }) => (
          <Button
            icon="download"
            key={path}
            variant="secondary"
            size="s"
            formAction={`/admin/fiscal/${path}`}
          >
            {label}
          </Button>
        ))}
        <TextLink to="/admin/fiscal/journal.csv" reloadDocument>
          Tout le journal, avec ses empreintes
        </TextLink>
      </Form>
    </Panel>
  );
}

function ElectronicInvoices() {
  return (
    <Panel id="factures-electroniques" title="Factures électroniques">
      <p className="panel__body">
        {`Depuis le ${frenchLongDay(E_INVOICES_RECEIVED_SINCE)}, toute entreprise reçoit les factures électroniques de ses fournisseurs par une plateforme agréée. À partir du ${frenchLongDay(E_INVOICES_ISSUED_FROM)}, les petites et moyennes entreprises émettent aussi celles qu’elles adressent à d’autres entreprises. Chaque commande offre ses factures et avoirs en Factur-X\u00a0: la boutique ne les transmet pas, déposez-les sur la plateforme que vous avez choisie.`}
      </p>
    </Panel>
  );
}

export const ErrorBoundary = listErrorBoundary(TITLE);
