import type { FormEvent, ReactNode, KeyboardEvent } from "react";
import { Form } from "react-router";
import { Button } from "../button.tsx";
import { classes } from "../classes.ts";
import { ErrorSummary } from "../field.tsx";
import { Link } from "../link.tsx";
import { Note } from "../note.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { plural } from "./plural.ts";
import { Keys, shortcut } from "./shortcut.tsx";
import type { FormState } from "./use-versioned-form.ts";

type VersionedFormProps<Draft extends object, Field extends keyof Draft & string> = {
  form: FormState<Draft, Field>;
  /**
   * Texts about the edited object: `title` its name, `subject` « ce produit », `pronoun` « le », `failed` the note's title after a failed
   * save.
   */
  words: { title: string; subject: string; pronoun: string; failed: string };
  backHref: string;
  className: string;
  /** Notes above the form. */
  notes?: ReactNode;
  /** The bar's text while saving waits for something, for example uploads. */
  awaited?: string | null;
  /** A further sentence of the warning about unsaved changes. */
  warning?: string;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Called before the page is left with unsaved changes. */
  onLeave?: () => void;
  children: ReactNode;
};

/** A form with its conflict panel, the summary of its errors, the save bar and the warning about unsaved changes. */
export function VersionedForm<Draft extends object, Field extends keyof Draft & string>({
  form,
  words,
  backHref,
  className,
  notes,
  awaited = null,
  warning = "",
  onSubmit,
  onLeave,
  children,
}: VersionedFormProps<Draft, Field>) {
  const { answer, changes, refused, errors, isSaving } = form;
  const count = Object.keys(errors).length;
  return (
    <>
      {answer?.conflict && <ConflictPanel form={form} conflict={answer.conflict} {...words} />}
      {answer?.kind === "failed" && !isSaving && (
        <Note tone="error" role="alert" focusOn={answer} title={words.failed}>
          La boutique n’a pas pu enregistrer. Rien n’est perdu&nbsp;: réessayez dans un instant.
        </Note>
      )}
      {notes}
      <Form
        className={className}
        method="post"
        noValidate
        onSubmit={(event) => {
          form.noteSent();
          onSubmit?.(event);
        }}
        onKeyUp={revealOnTab}
      >
        <ErrorSummary errors={refused} remaining={errors} />
        <input type="hidden" name="version" value={form.posted.version} />
        <input type="hidden" name="base" value={form.posted.base} />
        {children}
        <div
          className={classes("savebar", changes.length === 0 && count === 0 && "savebar--idle")}
          role="region"
          aria-label="Enregistrer"
        >
          <p role="status" className={count === 0 ? "needs-js" : undefined}>
            {awaited ?? barText(changes, count)}
          </p>
          <Link className="btn btn--plain" to={backHref}>
            Annuler
          </Link>
          <Button busy={isSaving || awaited !== null} aria-keyshortcuts={shortcut("S")}>
            <span>{isSaving ? "Enregistrement…" : "Enregistrer"}</span>
            <Keys letter="S" />
          </Button>
        </div>
      </Form>
      <LeaveGuard isDirty={changes.length > 0 && !isSaving} onLeave={onLeave}>
        {`«\u00a0${words.title}\u00a0» a des modifications qui ne sont pas enregistrées\u00a0: ${changes.join(", ")}.${warning}`}
      </LeaveGuard>
    </>
  );
}

function barText(changes: readonly string[], errors: number) {
  if (errors > 0) return `${plural(errors, "champ")} à revoir`;
  if (changes.length === 0) return "Rien à enregistrer";
  const s = changes.length > 1 ? "s" : "";
  return (
    <>
      <span>{`${changes.length} modification${s} non enregistrée${s}`}</span>
      <span className="wide-only">{`\u00a0: ${changes.join(", ")}`}</span>
    </>
  );
}

/**
 * `onKeyUp` of a form with a sticky save bar: scrolls the field that Tab focused above the bar. On its own, Chromium reveals only
 * the caret of a text area, whose other lines stay behind the bar.
 */
function revealOnTab({ key, target }: KeyboardEvent): void {
  if (key === "Tab" && target instanceof HTMLElement && target.matches(".in"))
    target.scrollIntoView({ block: "nearest" });
}
