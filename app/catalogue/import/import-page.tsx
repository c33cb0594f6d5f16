import { data, Form, redirect } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { leftOutText } from "#app/csv/file-refusals.ts";
import { chosenFile } from "#app/csv/open-table.server.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext } from "#app/request-context.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import type { Route } from "./+types/import-page.ts";
import { checkImport } from "./check-import.server.ts";
import { FileForm } from "./file-form.tsx";
import { ConfirmEmptying, ImportChanges } from "./import-changes.tsx";
import { ImportProgress } from "./import-progress.tsx";
import {
  convertedLines,
  getImport,
  listChanges,
  listFaults,
  recentImports,
  warnedLines,
  type ChangePage,
  type ImportView,
} from "./import-reading.server.ts";
import {
  BUSY,
  FAILED,
  NOTHING_CHOSEN,
  refusalOf,
  UNCONFIRMED,
  type Refusal,
} from "./import-refusals.ts";
import { ImportReport } from "./import-report.tsx";
import { cancelImport, startImport } from "./import-state.server.ts";
import { duration, IMPORT_PATH, importHref } from "./import-texts.ts";
import { RecentImports } from "./recent-imports.tsx";
import { Stages } from "./stages.tsx";

const TITLE = "Importer des produits";
const START_FORM = "importer";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const importId = search.get("import");
  if (importId === null) return { recent: await recentImports(db) };
  const job = /^\w{26}$/.test(importId) ? await getImport(db, importId) : null;
  if (!job) throw data("Document not found", { status: 404 });
  const isRunning = job.state === "running" && !job.isAbandoned;
  // The page of a running import shows only its progress; the loader runs again after every batch.
  if (isRunning) return { job, report: null };
  const [faults, changes, warned, converted] = await Promise.all([
    listFaults(db, job.id, { page: pageNumber(search) }),
    listChanges(db, job.id, { page: pageNumber(search, "modifications") }),
    job.warnedCount > 0 ? warnedLines(db, job.id) : [],
    convertedLines(db, job.id),
  ]);
  return { job, report: { faults, changes, warned, converted } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { config, db, jobs, log, settings } = context.get(requestContext).services;
  const form = await readForm(request);
  const importId = String(form.get("import") ?? "");
  switch (form.get("intent")) {
    case "check": {
      const file = await chosenFile(form);
      if (!file) return refused(NOTHING_CHOSEN);
      try {
        const outcome = await checkImport(db, admin, {
          ...file,
          hasResponsible: settings.current().shop.responsiblePerson !== "",
          isDemo: config.demo,
        });
        if (outcome.kind !== "checked") return refused(refusalOf(file.fileName, outcome));
        return redirect(importHref(outcome.importId));
      } catch (error) {
        // Specification §8 requires a message in the page for unexpected failures (a full disk, a lost database).
        log.error({ error: describeError(error) }, "products' file");
        return refused(FAILED, 500);
      }
    }
    case "start": {
      const mayEmpty = form.get("vider") === "oui";
      const { kind } = await startImport(db, jobs, admin, { importId, mayEmpty });
      if (kind === "busy") return refused(BUSY);
      return kind === "unconfirmed" ? refused(UNCONFIRMED) : redirect(importHref(importId));
    }
    case "cancel":
      await cancelImport(db, admin, importId);
      return redirect(importHref(importId));
    default:
      throw data(null, { status: 400 });
  }
}

function refused(refusal: Refusal, status = 422) {
  return data({ refusal }, status);
}

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { job, report, recent } = loaderData;
  useLive(job ? `import:${job.id}` : "import");
  const refusal = actionData?.refusal;
  return (
    <>
      <BackLink to="/admin/produits">Produits</BackLink>
      <PageHead
        title={TITLE}
        actions={
          <a className="btn btn--plain btn--s" href={`${IMPORT_PATH}/modele.csv`} download>
            <Icon name="download" size={16} />
            Modèle CSV
          </a>
        }
      >
        Rien n’est écrit dans la boutique avant votre accord.
      </PageHead>
      <output className="sr">{job && statusText(job)}</output>
      <Stages current={stageOf(job)} />
      {!job ? (
        <>
          <FileForm refusal={refusal} />
          <RecentImports imports={recent} />
        </>
      ) : (
        <>
          {refusal?.errors && <ErrorSummary errors={refusal.errors} title={refusal.title} />}
          {refusal && !refusal.errors && (
            <Note tone="error" role="alert" focusOn={refusal} title={refusal.title}>
              {refusal.text}
            </Note>
          )}
          <Outcome job={job} />
          {report ? (
            <>
              <ImportReport job={job} {...report} />
              <ImportChanges importId={job.id} changes={report.changes} />
              <ImportActions job={job} emptied={report.changes.emptied} refusal={refusal} />
            </>
          ) : (
            <ImportProgress job={job} />
          )}
        </>
      )}
    </>
  );
}

/** The import's state in one sentence, for screen readers. */
function statusText({ state, toCreate, toUpdate, faultyCount }: ImportView): string {
  const found = `${frenchNumber(toCreate)} à créer, ${frenchNumber(toUpdate)} à mettre à jour, ${frenchNumber(faultyCount)} en faute`;
  return {
    checked: `Fichier vérifié\u00a0: ${found}.`,
    running: "Import en cours.",
    cancelled: "Import arrêté.",
    done: "Import terminé.",
  }[state];
}

function stageOf(job: ImportView | undefined): number {
  if (!job) return 0;
  return { checked: 1, running: 2, cancelled: 2, done: 3 }[job.state];
}

/** A note about how the import ended or was interrupted; nothing for other states. */
function Outcome({ job }: { job: ImportView }) {
  const left = job.toCreate + job.toUpdate - job.doneCount;
  const untouched =
    left > 1
      ? `les ${frenchNumber(left)} autres lignes n’ont pas été touchées et peuvent être reprises`
      : "l’autre ligne n’a pas été touchée et peut être reprise";
  const rest = `Ce qui est fait est gardé${left > 0 ? `\u00a0; ${untouched}` : ""}.`;
  if (job.state === "done") {
    const changed = job.createdCount + job.updatedCount;
    const skipped = job.faultyCount + job.refusedCount;
    return (
      <Note
        tone="ok"
        role="status"
        title={`${plural(changed, "produit")} importé${changed > 1 ? "s" : ""}${job.doneBefore === 0 ? ` en ${duration(job.seconds)}` : ""}`}
      >
        <p>{`${plural(job.createdCount, "créé")}, ${frenchNumber(job.updatedCount)} mis à jour${skipped > 0 ? `, ${leftOutText(skipped)}` : ""}.`}</p>
        <p className="import-next">
          <Link to="/admin/produits">Voir les produits</Link>
          <Link to={IMPORT_PATH}>Importer un autre fichier</Link>
        </p>
      </Note>
    );
  }
  if (job.isAbandoned || job.interruptedLine !== null)
    return (
      <Note
        tone="warning"
        role="status"
        title={`Import interrompu à ${job.interruptedLine === null ? plural(job.doneCount, "ligne") : `la ligne ${frenchNumber(job.interruptedLine)}`}`}
      >
        {rest}
      </Note>
    );
  if (job.state === "cancelled")
    return (
      <Note role="status" icon="undo-2" title={`Import annulé à ${plural(job.doneCount, "ligne")}`}>
        {rest}
      </Note>
    );
  return null;
}

/** The actions below the report: download the faulty lines, start or resume the import. */
function ImportActions({
  job,
  emptied,
  refusal,
}: { job: ImportView; refusal: Refusal | undefined } & Pick<ChangePage, "emptied">) {
  const ready = job.toCreate + job.toUpdate - job.doneCount;
  const faulty = job.faultyCount + job.refusedCount;
  const isOver = job.state === "done";
  return (
    <>
      <ConfirmEmptying form={START_FORM} emptied={emptied} error={refusal?.errors?.vider} />
      <Form className="savebar savebar--end" method="post" id={START_FORM}>
        <p>
          <span>
            {isOver
              ? "Import terminé"
              : ready === 0
                ? "Aucune ligne à importer"
                : `${plural(ready, "ligne")} ${ready > 1 ? "sont prêtes" : "est prête"}`}
          </span>
          {faulty > 0 && !isOver && (
            <span>
              {faulty > 1
                ? ` ; les ${frenchNumber(faulty)} fautives seront laissées de côté`
                : " ; la fautive sera laissée de côté"}
            </span>
          )}
        </p>
        {faulty > 0 && (
          <a
            className="btn btn--plain btn--s"
            href={`${IMPORT_PATH}/${job.id}/lignes-fautives.csv`}
            download
          >
            <Icon name="download" size={16} />
            Lignes fautives
          </a>
        )}
        <ButtonLink to={IMPORT_PATH} variant="plain" size="s">
          Autre fichier
        </ButtonLink>
        <input type="hidden" name="import" value={job.id} />
        {!isOver && ready > 0 && (
          <Button
            name="intent"
            value="start"
            size="s"
          >{`${job.doneCount > 0 ? "Reprendre\u00a0: " : "Importer "}${plural(ready, "ligne")}`}</Button>
        )}
      </Form>
    </>
  );
}

export const ErrorBoundary = listErrorBoundary(TITLE);
