import { data, Form, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { leftOutText } from "#app/csv/file-refusals.ts";
import { chosenFile } from "#app/csv/open-table.server.ts";
import { CARRIERS, type Carrier } from "#app/delivery/carriers.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { plural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/numbers-page.ts";
import { applyNumbers } from "./apply-numbers.server.ts";
import { CarrierChoice } from "./carrier-choice.tsx";
import { checkNumbers, type CheckedLine } from "./check-numbers.server.ts";
import { readNumbersFile, type NumbersFile } from "./numbers-file.server.ts";
import { linesOf, seenLinesOf } from "./numbers-form.ts";
import { NumbersTable } from "./numbers-table.tsx";

const TITLE = "Numéros d’un transporteur";
const PATH = "/admin/preparation/numeros";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return null;
}

/** POST « check »: reads a file and shows what it would do. « apply »: does it, with the lines that were shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const carrier = CARRIERS.find((name) => name === form.get("transporteur"));
  switch (form.get("intent")) {
    case "check": {
      const file = await chosenFile(form);
      if (!carrier) return refused("Choisissez un transporteur.", undefined);
      if (!file) return refused("Choisissez un fichier CSV.", carrier);
      const read = await readNumbersFile(file.content);
      if (read.kind !== "read") return refused(refusalOf(read), carrier);
      const lines = await checkNumbers(services.db, read.lines, carrier);
      return { kind: "checked" as const, carrier, lines, isChanged: false };
    }
    case "apply": {
      const seen = seenLinesOf(form.get("lignes"));
      if (!carrier || !seen) throw data(null, { status: 400 });
      const outcome = await applyNumbers(services, admin, seen, carrier);
      if (outcome.kind === "applied") return outcome;
      const { lines } = outcome;
      return data({ kind: "checked" as const, carrier, lines, isChanged: true }, { status: 409 });
    }
    default:
      throw data(null, { status: 400 });
  }
}

const refused = (text: string, carrier: Carrier | undefined) =>
  data({ kind: "refused" as const, text, carrier }, { status: 400 });

function refusalOf(file: Exclude<NumbersFile, { kind: "read" }>): string {
  switch (file.kind) {
    case "not-csv":
      return "Ce fichier n’est pas un CSV\u00a0: enregistrez le classeur au format CSV.";
    case "unreadable":
      return `La ligne ${file.line} est illisible\u00a0: un guillemet n’y est pas fermé.`;
    case "wrong-columns":
      return `Il faut les colonnes «\u00a0commande\u00a0» et «\u00a0suivi\u00a0». Colonnes trouvées\u00a0: ${file.found.join(", ")}.`;
    case "too-large":
      return "50 Mo au plus par fichier.";
    case "too-long":
      return "500 lignes au plus par fichier.";
    case "empty":
      return "Ce fichier ne contient aucune ligne.";
  }
}

export default function NumbersPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/admin/preparation">Préparation</BackLink>
      <PageHead title={TITLE}>Rien n’est écrit avant votre accord.</PageHead>
      {actionData?.kind === "applied" && <Applied outcome={actionData} />}
      {actionData?.kind === "checked" ? (
        <Checked {...actionData} answer={actionData} />
      ) : (
        <FileForm answer={actionData?.kind === "refused" ? actionData : null} />
      )}
    </>
  );
}

type AppliedProps = {
  outcome: Extract<Awaited<ReturnType<typeof applyNumbers>>, { kind: "applied" }>;
};

function Applied({ outcome }: AppliedProps) {
  const { handedOver, added, numbered, pickedUp, failed } = outcome;
  return (
    <>
      <Note tone="ok" role="status" focusOn={outcome}>
        {`${plural(handedOver, "commande")} ${handedOver > 1 ? "remises" : "remise"} au transporteur, ${added > 0 ? `${added} colis ${added > 1 ? "ajoutés" : "ajouté"}, ` : ""}${plural(numbered, "numéro")} ${numbered > 1 ? "ajoutés" : "ajouté"}${pickedUp > 0 ? `, ${plural(pickedUp, "retrait")} ${pickedUp > 1 ? "notés" : "noté"}` : ""}.`}
      </Note>
      {failed.length > 0 && (
        <Note tone="error" role="alert" title="Ces commandes ont changé entre-temps">
          <ul>
            {failed.map(({ order, reason }) => (
              <li key={order}>{`${order}\u00a0: ${reason}`}</li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}

type FileFormProps = { answer: { text: string; carrier: Carrier | undefined } | null };

function FileForm({ answer }: FileFormProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <Form method="post" encType="multipart/form-data" className="panel panel__body stack">
      <input type="hidden" name="intent" value="check" />
      <CarrierChoice value={answer?.carrier} />
      <div className="field">
        <label htmlFor="file">Fichier CSV</label>
        <input
          className="in"
          id="file"
          type="file"
          name="file"
          accept=".csv,.txt,text/csv"
          aria-invalid={answer ? true : undefined}
          aria-describedby={answer ? "file-error file-hint" : "file-hint"}
        />
        {answer && (
          <p className="err" id="file-error" role="alert">
            <Icon name="circle-alert" size={16} />
            <span>{answer.text}</span>
          </p>
        )}
        <p className="hint" id="file-hint">
          Le fichier de votre transporteur ou de votre outil d’expédition, tel quel, si sa référence
          est le numéro de livraison. Ou deux colonnes&nbsp;: «&nbsp;commande&nbsp;», le numéro de
          livraison, et «&nbsp;suivi&nbsp;», le numéro du transporteur. Une colonne
          «&nbsp;transporteur&nbsp;» remplace le choix ci-dessus. Une colonne «&nbsp;retiré
          le&nbsp;» note quand un colis connu a quitté son point de relais. 500 lignes au plus.
        </p>
      </div>
      <div>
        <Button busy={isSending}>
          {isSending ? "Lecture du fichier…" : "Vérifier le fichier"}
        </Button>
      </div>
    </Form>
  );
}

type CheckedProps = {
  carrier: Carrier;
  lines: CheckedLine[];
  isChanged: boolean;
  answer: object;
};

function Checked({ carrier, lines, isChanged, answer }: CheckedProps) {
  const isBusy = useNavigation().state !== "idle";
  const count = (effect: CheckedLine["effect"]) =>
    lines.filter((line) => line.effect === effect).length;
  const faulty = count(null);
  const added = count("parcel");
  const pickedUp = count("pick-up");
  const toDo = count("hand-over") + added + count("number") + pickedUp;
  return (
    <>
      {isChanged && (
        <Note tone="warning" role="alert" focusOn={answer}>
          Des commandes ont changé depuis la vérification&nbsp;: relisez les lignes ci-dessous.
        </Note>
      )}
      {faulty > 0 ? (
        <Note tone="error" role="alert" title={leftOutText(faulty)}>
          <p>
            {`${toDo > 0 ? "Vous pouvez confirmer les autres. " : ""}Corrigez-${faulty > 1 ? "les" : "la"} dans le fichier et renvoyez-le entier\u00a0: rien n’est écrit deux fois.`}
          </p>
        </Note>
      ) : (
        toDo === 0 && (
          <Note tone="ok" role="status">
            Ce fichier a déjà été importé&nbsp;: rien ne change.
          </Note>
        )
      )}
      <section className="panel">
        <NumbersTable lines={lines} />
      </section>
      <Form method="post" className="savebar savebar--end">
        <p>{`${plural(count("hand-over"), "commande")} à remettre, ${added > 0 ? `${added} colis à ajouter, ` : ""}${plural(count("number"), "numéro")} à ajouter${pickedUp > 0 ? `, ${plural(pickedUp, "retrait")} à noter` : ""}${count("done") > 0 ? `, ${plural(count("done"), "ligne")} déjà ${count("done") > 1 ? "faites" : "faite"}` : ""}`}</p>
        <ButtonLink to={PATH} variant="plain" size="s">
          Autre fichier
        </ButtonLink>
        <input type="hidden" name="transporteur" value={carrier} />
        <input type="hidden" name="lignes" value={linesOf(lines)} />
        {toDo > 0 && (
          <Button name="intent" value="apply" size="s" busy={isBusy}>
            {isBusy ? "Écriture…" : "Confirmer"}
          </Button>
        )}
      </Form>
    </>
  );
}
