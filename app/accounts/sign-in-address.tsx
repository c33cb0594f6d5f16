import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Account } from "./profile.server.ts";

type SignInAddressProps = {
  account: Account;
  /** Whether the link was just asked for again. */
  isAsked: boolean;
};

/**
 * Shows the sign-in address while it differs from the profile's. Does not claim that the link was mailed: strangers may have used up the
 * mailbox's rate limit.
 */
export function SignInAddress({ account: { email, signIn }, isAsked }: SignInAddressProps) {
  if (signIn.email === email || email === "") return null;
  return (
    <Note tone="warning" title={`Vous vous connectez avec ${signIn.email}`}>
      <p>
        {signIn.waiting
          ? `Un lien attend à ${signIn.waiting}, pendant un jour\u00a0: il fera d’elle votre adresse de connexion. S’il n’arrive pas, demandez-le de nouveau dans une heure\u00a0: une adresse reçoit au plus trois liens par heure.`
          : `${email} n’a pas été confirmée.`}
      </p>
      <Form method="post" preventScrollReset>
        <Button name="intent" value="confirm-again" variant="plain" size="s">
          {signIn.waiting ? "Renvoyer le lien" : `Envoyer un lien à ${email}`}
        </Button>{" "}
        <Button name="intent" value="call-off" variant="plain" size="s">
          Annuler le changement
        </Button>
      </Form>
      {isAsked && <p role="status">Le lien est demandé.</p>}
    </Note>
  );
}
