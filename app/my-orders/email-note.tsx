import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";

type EmailNoteProps = {
  isJoined: boolean;
  /** Until when a cash order waits for the confirmation; null if it does not wait. */
  until: Date | null;
};

/**
 * The button that confirms the e-mail address of an order, for an owner who has the proof (order-email.server.ts). For an order that
 * joined an account, also the link to detach it.
 */
export function EmailNote({ isJoined, until }: EmailNoteProps) {
  return (
    <Note
      title={
        isJoined
          ? "Cette commande a été passée avec votre adresse e-mail."
          : "Confirmez votre adresse e-mail."
      }
    >
      <p>
        {isJoined
          ? "Si elle est à vous, dites-le-nous\u00a0: nos e-mails la concernant vous parviendront au complet et sans attendre."
          : "Nos prochains e-mails sur cette commande vous parviendront alors au complet et sans attendre."}
      </p>
      {until && (
        <p>{`Vos articles seront alors réservés. Sans confirmation avant le ${frenchLongMoment(until)}, cette commande prend fin.`}</p>
      )}
      <Form className="acts-row" method="post">
        <Button variant="secondary" size="s" name="intent" value="confirm-email">
          {isJoined ? "C’est ma commande" : "Confirmer mon adresse"}
        </Button>
        {isJoined && (
          <ButtonLink to="?pas-la-mienne=1" variant="plain" size="s" preventScrollReset>
            Ce n’est pas ma commande
          </ButtonLink>
        )}
      </Form>
    </Note>
  );
}
