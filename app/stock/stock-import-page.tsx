import { data, Form, redirect, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { LARGEST_FILE } from "#app/csv/csv-schema.ts";
import { leftOutText } from "#app/csv/file-refusals.ts";
import { chosenFile } from "#app/csv/open-table.server.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { pageHref } from "#app/ui/areas/list-address.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note, Refusal } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import { Pager } from "#app/ui/pager.tsx";
import type { Route } from "./+types/stock-import-page.ts";
import { applyStockFile, readStockFile, type CheckedFile } from "./apply-stock-file.server.ts";
import { EffectsTable } from "./effects-table.tsx";
import { FaultsTable } from "./faults-table.tsx";
import { StockDone } from "./stock-done.tsx";
import {
  CHANGED_MEANWHILE,
  faultyFile,
  NO_FILE,
  refusalOf,
  repeated,
  type StockFileRefusal,
} from "./stock-file-refusals.ts";
import { checkStockFile } from "./stock-files.server.ts";

const TITLE = "Importer des mouvements";
const PATH = "/admin/stock/import";
const importHref = (id: string, page = 1) => pageHref(PATH, page, [["import", id]]);

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

/** GET: the field for a file; with `import`, the effects of a checked file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const search = new URL(request.url).searchParams;
  const id = search.get("import");
  if (id === null) return { file: null };
  const { db } = context.get(requestContext).services;
  const file = await readStockFile(db, id.replaceAll("\0", ""), pageNumber(search));
  if (!file) throw data("Document not found", { status: 404 });
  return { file };
}

const refused = (refusal: StockFileRefusal, status = 422) =>
  data({ kind: "refused" as const, refusal }, status);

/** POST: « check » checks a file, « apply » applies a checked one. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const form = await readForm(request);
  if (form.get("intent") === "check") {
    const file = await chosenFile(form);
    if (!file) return refused(NO_FILE, 400);
    const outcome = await checkStockFile(db, admin, file);
    return outcome.kind === "checked"
      ? redirect(importHref(outcome.importId))
      : refused(refusalOf(outcome), outcome.kind === "already" ? 409 : 422);
  }
  if (form.get("intent") !== "apply") throw data(null, { status: 400 });
  const outcome = await applyStockFile(db, admin, String(form.get("import")));
  switch (outcome.kind) {
    case "not-found":
      throw data("Document not found", { status: 404 });
    case "already":
      return refused(repeated(outcome.at), 409);
    case "faulty":
      return refused(
        { ...faultyFile(outcome.faults, outcome.faults.length), title: CHANGED_MEANWHILE },
        409,
      );
    case "applied":
      return {
        kind: "applied" as const,
        text: doneText(outcome.lineCount),
        lacking: outcome.lacking,
      };
  }
}

const doneText = (count: number) =>
  count > 1 ? `${plural(count, "changement")} sont enregistrés.` : "Le changement est enregistré.";

export default function StockImportPage({
  loaderData: { file },
  actionData,
}: Route.ComponentProps) {
  useLive("stock", "move");
  const refusal = actionData?.kind === "refused" ? actionData.refusal : null;
  const applied = actionData?.kind === "applied" ? actionData : null;
  return (
    <>
      <BackLink to="/admin/stock">Stock</BackLink>
      <PageHead
        title={TITLE}
        actions={
          <ButtonLink icon="download" variant="plain" size="s" to="/admin/stock.csv" reloadDocument>
            Exporter le stock
          </ButtonLink>
        }
      >
        Rien n’est écrit avant votre accord. Une ligne fautive n’arrête pas les autres.
      </PageHead>
      <Refusal text={refusal?.text} title={refusal?.title} focusOn={refusal} />
      {refusal && refusal.faults.length > 0 && <FaultsTable faults={refusal.faults} />}
      {applied && <StockDone done={applied} focusOn={applied} />}
      {file ? <Checked file={file} isApplied={applied !== null} /> : <FileForm />}
    </>
  );
}

function FileForm() {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <>
      <section className="panel" aria-label="Fichier">
        <Form className="panel__body form" method="post" encType="multipart/form-data">
          <input type="hidden" name="intent" value="check" />
          <Field
            label="Fichier CSV"
            name="file"
            type="file"
            accept=".csv,.txt,text/csv"
            required
            hint={`UTF-8 ou Windows-1252 (Excel), ${LARGEST_FILE / 1024 / 1024} Mo, 100 000 lignes et 5 000 changements au plus.`}
          />
          <Button busy={isSending}>
            {isSending ? "Lecture du fichier…" : "Vérifier le fichier"}
          </Button>
        </Form>
      </section>
      <p className="import-hint">
        Partez de l’export du stock. Chaque ligne désigne un produit par sa référence ou son EAN, et
        dit un «&nbsp;mouvement&nbsp;» (12 ou +12 reçus, -3 perdus), un «&nbsp;inventaire&nbsp;» (8
        comptés, «&nbsp;en_rayon&nbsp;» restant ce que la boutique affichait) ou une
        «&nbsp;alerte&nbsp;». Un inventaire dont «&nbsp;en_rayon&nbsp;» est vide commence à compter
        le produit. Modifier «&nbsp;en_rayon&nbsp;» seul ne change rien, et une ligne sans
        changement est laissée de côté.
      </p>
    </>
  );
}

const faultsTitle = ({ faultCount, faults }: CheckedFile): string =>
  faultCount > faults.length
    ? `${leftOutText(faultCount)}\u00a0: les ${faults.length} premières`
    : leftOutText(faultCount);

/** The effects of a checked file, and the button that applies it. */
function Checked({ file, isApplied }: { file: CheckedFile; isApplied: boolean }) {
  const isBusy = useNavigation().formMethod === "POST";
  if (file.appliedAt)
    return (
      <>
        {!isApplied && (
          <Note tone="ok">{`«\u00a0${file.fileName}\u00a0» a été importé le ${frenchLongMoment(file.appliedAt)}.`}</Note>
        )}
        <p className="import-hint">
          <TextLink to="/admin/stock">Voir le stock</TextLink> ou{" "}
          <TextLink to={PATH}>importer un autre fichier</TextLink>.
        </p>
      </>
    );
  const { page, pageCount } = file;
  const count = plural(file.lineCount, "changement");
  const hasFault = file.effects.some(({ fault }) => fault !== null);
  return (
    <>
      <section className="panel" aria-labelledby="effets">
        <div className="panel__head">
          <h2 id="effets">{`${count} dans «\u00a0${file.fileName}\u00a0»`}</h2>
        </div>
        <EffectsTable effects={file.effects} />
        {pageCount > 1 && (
          <Pager
            page={page}
            pageCount={pageCount}
            href={(target) => importHref(file.id, target)}
            label="Pages des changements"
            summary={`${count}, page ${page} sur ${pageCount}`}
          />
        )}
      </section>
      {file.faultCount > 0 && (
        <>
          <FaultsTable faults={file.faults} title={faultsTitle(file)} />
          <p className="import-hint">
            Corrigez ces lignes dans le fichier et renvoyez-le entier&nbsp;: pendant 24 heures, ce
            qui est enregistré ne l’est pas deux fois.
          </p>
        </>
      )}
      <Form className="savebar savebar--end" method="post">
        <p>
          {hasFault
            ? "Le stock a changé depuis la vérification\u00a0: corrigez le fichier."
            : `${count} à enregistrer`}
        </p>
        <ButtonLink to={PATH} variant="plain" size="s">
          Autre fichier
        </ButtonLink>
        <input type="hidden" name="import" value={file.id} />
        {!hasFault && (
          <Button
            name="intent"
            value="apply"
            size="s"
            busy={isBusy}
          >{`Enregistrer ${count}`}</Button>
        )}
      </Form>
    </>
  );
}

export const ErrorBoundary = listErrorBoundary(TITLE);
