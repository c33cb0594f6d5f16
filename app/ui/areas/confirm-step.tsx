import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "../button.tsx";
import { ConfirmDialog } from "../dialog.tsx";

type ConfirmStepProps = {
  question: string;
  confirmLabel: string;
  /** What « no » does, where « Annuler » could be taken for the act itself. */
  cancelLabel?: string;
  destructive?: boolean;
  /** What is posted when the answer is yes; null while nothing is asked. */
  answer: Record<string, string> | null;
  onConfirm: (answer: Record<string, string>) => void;
  onCancel: () => void;
  isBusy: boolean;
  /** Without JavaScript: where to come back to, which also takes the answer. */
  backHref: string;
  /** What the question is about. */
  children: ReactNode;
};

/** The second step of an act that can't be taken back: a dialog, or without JavaScript a form at the head of the page. */
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
