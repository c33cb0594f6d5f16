import { data, Form, useNavigation } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/restore-address-page.ts";
import { readFormerAddress, restoreAddress } from "./change-address.server.ts";
import { Outcome } from "./outcome.tsx";
import picture from "./pictures/sign-in.webp";
import { SignInFrame } from "./sign-in-frame.tsx";

const TITLE = "Ce n’est pas moi";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

// Shows an address: neither the browser nor a CDN may cache it.
export const headers: Route.HeadersFunction = () => ({ "cache-control": "private, no-store" });

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("lien") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(requestContext).services;
  const email = await readFormerAddress(db, tokenOf(request));
  return data({ email }, { status: email === null ? 410 : 200 });
}

/** Needs a POST: mail scanners follow links with GET. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = context.get(requestContext);
  const outcome = await restoreAddress(services, { token: tokenOf(request) });
  return data(outcome, { status: outcome.kind === "dead" ? 410 : 200 });
}

export default function RestoreAddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <SignInFrame title={TITLE} picture={picture}>
      {actionData?.kind === "restored" ? (
        <Outcome>
          <Note tone="ok" title="Votre adresse est rétablie">
            {`Votre compte s’ouvre de nouveau avec ${actionData.email}. Toutes les sessions sont fermées, et l’ancien mot de passe ne sert plus.`}
          </Note>
          <ButtonLink to={actionData.passwordPath} block>
            Choisir un nouveau mot de passe
          </ButtonLink>
        </Outcome>
      ) : loaderData.email === null || actionData ? (
        <>
          <Note tone="error" title="Ce lien ne sert plus" role="alert">
            Il a déjà servi, il a plus de sept jours, ou le compte n’existe plus.
          </Note>
          <ButtonLink to="/mot-de-passe-oublie" block>
            Choisir un nouveau mot de passe
          </ButtonLink>
          <p className="auth__alt">
            <ButtonLink to="/contact" variant="plain" size="s">
              Nous écrire
            </ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p className="auth__lead">
            Reprendre votre compte avec l’adresse <b>{loaderData.email}</b>&nbsp;? Toutes ses
            sessions seront fermées, et vous choisirez un nouveau mot de passe.
          </p>
          <Form className="form" method="post">
            <Button block busy={isBusy}>
              {isBusy ? "Rétablissement…" : "Ce n’est pas moi\u00a0: reprendre mon compte"}
            </Button>
          </Form>
        </>
      )}
    </SignInFrame>
  );
}
