import { useState, type ReactNode } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { Button, ButtonLink } from "../button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type ConfirmStepProps = {
  question: string;
  confirmLabel: string;
  /** The label of the cancelling button, where « Annuler » could be mistaken for the act itself. */
  cancelLabel?: string;
  destructive?: boolean;
  /** The form fields that a confirmation posts. Null: the dialog is closed. */
  answer: Record<string, string> | null;
  /** Posts the answer with JavaScript; by default to `backHref`. */
  onConfirm?: (answer: Record<string, string>) => void;
  onCancel: () => void;
  /** Whether the answer is being posted, if not by a navigation. */
  isBusy?: boolean;
  /** Without JavaScript: the URL that receives the form, and that « Annuler » links to. */
  backHref: string;
  /** Details below the question. */
  children: ReactNode;
};
/** What a page gives to a component that renders a `ConfirmStep`. */
export type StepProps = Pick<ConfirmStepProps, "onConfirm" | "onCancel" | "isBusy" | "backHref">;

/** The confirmation of an irreversible act: a dialog; without JavaScript, a form at the top of the page. */
export function ConfirmStep({
  question,
  confirmLabel,
  cancelLabel = "Annuler",
  destructive,
  answer,
  onConfirm,
  onCancel,
  isBusy,
  backHref,
  children,
}: ConfirmStepProps) {
  const submit = useSubmit();
  const isPosting = useNavigation().formMethod === "POST";
  const post = onConfirm ?? ((sent) => void submit(sent, { method: "post", action: backHref }));
  return (
    <>
      <ConfirmDialog
        open={answer !== null}
        title={question}
        confirmLabel={confirmLabel}
        cancelLabel={cancelLabel}
        destructive={destructive}
        busy={isBusy ?? isPosting}
        onCancel={onCancel}
        onConfirm={() => {
          if (answer) post(answer);
        }}
      >
        {children}
      </ConfirmDialog>
      {answer && (
        <noscript>
          <section className="panel" aria-labelledby="confirmation">
            <div className="dialog__body">
              <h2 className="h4" id="confirmation">
                {question}
              </h2>
              {children}
            </div>
            <Form className="dialog__acts" method="post" action={backHref}>
              {Object.entries(answer).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <ButtonLink to={backHref} variant="plain" size="s">
                {cancelLabel}
              </ButtonLink>
              <Button size="s" variant={destructive ? "danger" : "primary"}>
                {confirmLabel}
              </Button>
            </Form>
          </section>
        </noscript>
      )}
    </>
  );
}

/**
 * An action's answer while it asks for a confirmation: if its kind is `kind`, until the user declines it. Declining is client state, so
 * it works offline and after sign-out. `step`: props of the `ConfirmStep`, which then posts to the page's own URL.
 */
export function useAsked<Answer extends { kind: string }, Kind extends string>(
  answer: Answer | undefined,
  kind: Kind,
) {
  const submit = useSubmit();
  const [declined, setDeclined] = useState<Answer>();
  const isAsked = answer?.kind === kind && answer !== declined;
  const step = {
    onConfirm: (sent: Record<string, string>) =>
      void submit(sent, { method: "post", preventScrollReset: true }),
    onCancel: () => setDeclined(answer),
  };
  return [isAsked ? (answer as Answer & { kind: Kind }) : null, step] as const;
}
