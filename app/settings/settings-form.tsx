import { useState, type ReactNode } from "react";
import { Form, useActionData, useLoaderData, useNavigation } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { ConflictPanel } from "#app/ui/areas/conflict-panel.tsx";
import { LeaveGuard } from "#app/ui/areas/leave-guard.tsx";
import { revealOnTab } from "#app/ui/areas/reveal-on-tab.ts";
import { Keys, shortcut } from "#app/ui/areas/shortcut.tsx";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { ErrorSummary } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { FieldProps, SettingsFields } from "./settings-fields.ts";
import type { Draft } from "./settings-group.ts";
import type { FormStart, SettingsAnswer, SettingsScreen } from "./settings-route.ts";

const SAVED = "Réglages enregistrés.";

type SettingsFormProps = {
  /** One line below the title. */
  intro: string;
  children: (fields: SettingsFields) => ReactNode;
};

/** The screen of one group of settings: its fields, saved together, with the conflict of two administrators. */
export function SettingsForm({ intro, children }: SettingsFormProps) {
  const loaded = useLoaderData() as SettingsScreen;
  const { title, names, choices } = loaded;
  const answer = useActionData() as SettingsAnswer | undefined;
  const [start, setStart] = useState<FormStart>(loaded);
  const [draft, setDraft] = useState(answer?.draft ?? loaded.draft);
  const [posted, setPosted] = useState(answer ? postedOf(answer) : baseOf(loaded));
  const [handled, setHandled] = useState<SettingsAnswer>();
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  if (answer && answer !== handled) {
    setHandled(answer);
    setEdited(new Set());
    setDraft(answer.draft);
    setPosted(postedOf(answer));
    if (answer.kind === "saved" || answer.kind === "conflict") setStart(answer.start);
  }
  const isSaving = useNavigation().state === "submitting";
  useAnswer(answer, ({ kind }) => kind === "saved" && toast.success(SAVED));

  const refused = answer?.kind === "invalid" ? answer.errors : undefined;
  const errors: Draft = {};
  for (const [name, message] of Object.entries(refused ?? {}))
    if (!edited.has(name)) errors[name] = message;
  const changes = Object.keys(names).filter((name) => draft[name] !== start.draft[name]);
  const set: SettingsFields["set"] = (change, touched = Object.keys(change)) => {
    setDraft((before) => ({ ...before, ...change }));
    setEdited((before) => new Set([...before, ...touched]));
  };
  const field = (name: string, hint?: ReactNode): FieldProps => {
    const variable = start.fixed[name];
    return {
      name,
      label: names[name]!,
      value: draft[name] ?? "",
      onChange: ({ target }) =>
        set({
          [name]:
            target.type === "checkbox"
              ? (target as HTMLInputElement).checked
                ? "on"
                : ""
              : target.value,
        }),
      readOnly: variable !== undefined,
      error: errors[name],
      hint: variable ? `Fixé par la configuration du serveur (${variable})` : hint,
    };
  };
  const choice: SettingsFields["choice"] = (name, hint) => {
    const { readOnly: _, ...props } = field(name, hint);
    const options = Object.entries(choices[name] ?? {});
    return { ...props, options: options.map(([value, label]) => ({ value, label })) };
  };
  const count = Object.keys(errors).length;
  return (
    <>
      <Link className="crumb" to="/admin/reglages">
        <Icon name="arrow-left" size={16} />
        Réglages
      </Link>
      <PageHead title={title}>{intro}</PageHead>
      {answer?.kind === "conflict" && (
        <ConflictPanel
          conflict={{ ...answer.conflict, clashes: answer.conflict.shown }}
          subject="ces réglages"
          pronoun="les"
          names={names}
          chosen={Object.fromEntries(
            answer.conflict.clashes.map(({ field: name, theirs }) => [
              name,
              draft[name] === theirs ? "theirs" : "mine",
            ]),
          )}
          onChoose={(name, whose) => {
            const clash = answer.conflict.clashes.find((one) => one.field === name)!;
            set({ [name]: clash[whose] });
          }}
        />
      )}
      {answer?.kind === "saved" && (
        <noscript>
          <Note tone="ok">{SAVED}</Note>
        </noscript>
      )}
      {answer?.kind === "failed" && !isSaving && (
        <Note
          tone="error"
          role="alert"
          focusOn={answer}
          title="Les réglages ne sont pas enregistrés"
        >
          La boutique n’a pas pu enregistrer. Rien n’est perdu&nbsp;: réessayez dans un instant.
        </Note>
      )}
      <Form className="stack settings-form" method="post" noValidate onKeyUp={revealOnTab}>
        <ErrorSummary errors={refused} remaining={errors} />
        <input type="hidden" name="version" value={posted.version} />
        <input type="hidden" name="base" value={posted.base} />
        {children({ field, choice, draft, set, errors })}
        <div
          className={classes("savebar", changes.length === 0 && count === 0 && "savebar--idle")}
          role="region"
          aria-label="Enregistrer"
        >
          <p role="status" className={count === 0 ? "needs-js" : undefined}>
            {statusText(count, changes, names)}
          </p>
          <Link className="btn btn--plain" to="/admin/reglages">
            Annuler
          </Link>
          <Button busy={isSaving} aria-keyshortcuts={shortcut("S")}>
            <span>{isSaving ? "Enregistrement…" : "Enregistrer"}</span>
            <Keys letter="S" />
          </Button>
        </div>
      </Form>
      <LeaveGuard isDirty={changes.length > 0 && !isSaving}>
        {`«\u00a0${title}\u00a0» a des modifications qui ne sont pas enregistrées\u00a0: ${listOf(changes, names)}.`}
      </LeaveGuard>
    </>
  );
}

const postedOf = ({ version, base }: SettingsAnswer) => ({ version, base });
const baseOf = ({ version, draft }: FormStart) => ({ version, base: JSON.stringify(draft) });
const listOf = (changes: string[], names: Draft) =>
  changes.map((name) => names[name]!.charAt(0).toLowerCase() + names[name]!.slice(1)).join(", ");

function statusText(errors: number, changes: string[], names: Draft) {
  if (errors > 0) return `${errors} champ${errors > 1 ? "s" : ""} à revoir`;
  if (changes.length === 0) return "Rien à enregistrer";
  const s = changes.length > 1 ? "s" : "";
  return (
    <>
      <span>{`${changes.length} modification${s} non enregistrée${s}`}</span>
      <span className="wide-only">{`\u00a0: ${listOf(changes, names)}`}</span>
    </>
  );
}

/** The title of a settings page, for its `meta` export. */
export const settingsMeta = ({
  loaderData,
  matches,
}: {
  loaderData: { title: string } | undefined;
  matches: Parameters<typeof noindexMeta>[1];
}) => noindexMeta(loaderData?.title ?? "", matches);

/**
 * Reloads the form after its own saves only: a change by somebody else would replace what is being typed. Saving then reports
 * the conflict.
 */
export const revalidateOwnSaves = ({ formMethod }: { formMethod?: string }) =>
  formMethod !== undefined && formMethod !== "GET";
