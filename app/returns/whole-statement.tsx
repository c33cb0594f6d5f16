import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { StatementPanel, type Facts } from "./withdrawal-answers.tsx";

type Props = {
  /** The statement of the receipt's link; null: the link is not the shop's, or the statement is deleted. */
  stated: { at: string; facts: Facts } | null;
  /** The action's answer: the address that the whole receipt is mailed to. */
  answer: { email: string } | undefined;
};

/** The facts that a short receipt leaves out (receipt.server.ts), and the button that mails the whole receipt. */
export function WholeStatement({ stated, answer }: Props) {
  const isBusy = useNavigation().formMethod === "POST";
  if (!stated)
    return (
      <>
        <Note tone="error" title="Ce lien n’ouvre aucune déclaration" role="alert">
          Il est incomplet, ou la déclaration est effacée.
        </Note>
        <ButtonLink to="/contact" variant="secondary">
          Nous écrire
        </ButtonLink>
      </>
    );
  return (
    <>
      <Note
        tone="ok"
        title={`Votre rétractation est enregistrée le ${stated.at}.`}
        {...(answer && { focusOn: answer })}
      >
        {answer && `L’accusé de réception complet part à ${answer.email}.`}
      </Note>
      <StatementPanel facts={stated.facts}>
        {!answer && (
          <Form className="panel__foot" method="post">
            <Button name="intent" value="receipt" busy={isBusy}>
              Recevoir cet accusé par e-mail
            </Button>
          </Form>
        )}
      </StatementPanel>
    </>
  );
}
