import { Outcome } from "#app/accounts/outcome.tsx";
import picture from "#app/accounts/pictures/sign-in.webp";
import { SignInFrame } from "#app/accounts/sign-in-frame.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/account-deleted-page.ts";

const TITLE = "Au revoir";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export default function AccountDeletedPage() {
  return (
    <SignInFrame title={TITLE} picture={picture}>
      <Outcome>
        <Note tone="ok" title="Votre compte est supprimé">
          Un e-mail vous le confirme, et c’est le dernier.
        </Note>
        <ButtonLink to="/" block>
          Retour à la boutique
        </ButtonLink>
      </Outcome>
    </SignInFrame>
  );
}
