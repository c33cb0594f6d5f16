import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Doubtful } from "./doubts.server.ts";

type DoubtsQuestionProps = {
  answer: Doubtful;
  reason: string;
  onChange: (reason: string) => void;
  isBusy: boolean;
};

/** The question about an incomplete or banned cosmetic, in the product's form, with the field for the reason. */
export function DoubtsQuestion({ answer, reason, onChange, isBusy }: DoubtsQuestionProps) {
  const { missing, banned } = answer.doubts;
  return (
    <div className="product-form__question">
      <Note
        tone="warning"
        role="alert"
        focusOn={answer}
        title="Le produit n’est pas encore enregistré"
      >
        {missing.length > 0 && (
          <p>{`Il manque\u00a0: ${missing.join(", ")}. La loi demande ces mentions sur l’offre d’un cosmétique.`}</p>
        )}
        {banned.length > 0 && (
          <>
            <p>La loi interdit dans un cosmétique&nbsp;:</p>
            <ul>
              {banned.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        )}
        <TextArea
          label="Pourquoi l’enregistrer ainsi&nbsp;?"
          name="reason"
          value={reason}
          onChange={(event) => onChange(event.target.value)}
          rows={2}
          hint="Votre réponse va dans l’historique, avec votre nom. La question ne revient que si autre chose manque."
          error={answer.fault}
        />
        <Button size="s" busy={isBusy}>
          Enregistrer ainsi
        </Button>
      </Note>
    </div>
  );
}
