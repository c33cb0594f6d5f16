import { data, Form, useNavigation } from "react-router";
import type { Route } from "./+types/confirm-address-page.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { confirmEmailChange, readEmailChange } from "./email-change.server.ts";
import { Outcome } from "./outcome.tsx";
import picture from "./pictures/sign-in.webp";
import { SignInFrame } from "./sign-in-frame.tsx";

const TITLE = "Votre adresse";

export const meta: Route.MetaFunction = () => [
  { title: `${TITLE} · Éclat` },
  { name: "robots", content: "noindex" },
];

/** The address is told to the link's owner alone. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": "private, no-store" });

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("lien") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(requestContext).services;
  const email = await readEmailChange(db, tokenOf(request));
  return data({ email }, { status: email === null ? 410 : 200 });
}

/** By a button: programs that follow a mail's links confirm nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = context.get(requestContext);
  const outcome = await confirmEmailChange(services, { token: tokenOf(request) });
  return data(outcome, { status: outcome.kind === "dead" ? 410 : 200 });
}

export default function ConfirmAddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <SignInFrame title={TITLE} picture={picture}>
      {actionData?.kind === "confirmed" ? (
        <Outcome>
          <Note tone="ok" title="Votre adresse est confirmée">
            {`Vous vous connectez maintenant avec ${actionData.email}.`}
          </Note>
          <ButtonLink to="/admin/account" block>
            Voir mon compte
          </ButtonLink>
        </Outcome>
      ) : loaderData.email === null || actionData ? (
        <>
          <Note tone="error" title="Ce lien ne sert plus" role="alert">
            Il a déjà servi, un autre l’a remplacé, ou il a plus d’un jour.
          </Note>
          <ButtonLink to="/admin/parametre-compte" block>
            Demander un autre lien
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="auth__lead">
            Se connecter désormais avec <b>{loaderData.email}</b>&nbsp;?
          </p>
          <Form className="form" method="post">
            <Button block busy={isBusy}>
              {isBusy ? "Confirmation…" : "Confirmer cette adresse"}
            </Button>
          </Form>
        </>
      )}
    </SignInFrame>
  );
}
