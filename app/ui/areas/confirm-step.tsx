import type { ReactNode } from "react";
import { Form } from "react-router";
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
  onConfirm: (answer: Record<string, string>) => void;
  onCancel: () => void;
  isBusy: boolean;
  /** Without JavaScript: the URL that receives the form, and that « Annuler » links to. */
  backHref: string;
  /** Details below the question. */
  children: ReactNode;
};

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
  return (
    <>
      <ConfirmDialog
        open={answer !== null}
        title={question}
        confirmLabel={confirmLabel}
        cancelLabel={cancelLabel}
        destructive={destructive}
        busy={isBusy}
        onCancel={onCancel}
        onConfirm={() => {
          if (answer) onConfirm(answer);
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
