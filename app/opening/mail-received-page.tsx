import type { ReactNode } from "react";
import { data, Form, useNavigation } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/mail-received-page.ts";
import { isTrialLink, noteTrialArrived } from "./trial-mail.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Message d’essai", matches);

export const headers: Route.HeadersFunction = () => ({
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
});

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("lien") ?? "";

/** The link of the trial mail. Loading it notes nothing: a mail server's scanner opens links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const isGood = await isTrialLink(context.get(requestContext).services, tokenOf(request));
  return data({ isGood }, { status: isGood ? 200 : 410 });
}

/** POST: whoever has the link has the mail; that is all it says. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = context.get(requestContext);
  const isNoted = await noteTrialArrived(services, tokenOf(request));
  return data({ isNoted }, { status: isNoted ? 200 : 410 });
}

export default function MailReceivedPage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  if (actionData?.isNoted)
    return (
      <Screen title="Vos e-mails arrivent" text="C’est noté dans la liste d’ouverture.">
        <ButtonLink to="/admin/ouverture">Voir la liste d’ouverture</ButtonLink>
      </Screen>
    );
  if (!loaderData.isGood || actionData)
    return (
      <Screen
        title="Ce lien ne sert plus"
        text="Il a déjà servi (le sien ou celui d’un autre message d’essai), ou il a plus d’un jour."
      >
        <ButtonLink to="/admin/ouverture">Voir la liste d’ouverture</ButtonLink>
      </Screen>
    );
  return (
    <Screen
      title="Le message d’essai est arrivé"
      text="Confirmez-le&nbsp;: la liste d’ouverture montrera que les e-mails de la boutique arrivent."
    >
      <Form method="post">
        <Button busy={isBusy}>Confirmer la réception</Button>
      </Form>
    </Screen>
  );
}

function Screen({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="wrap page-end">
      <EmptyState drawing="flower" title={title} text={text} action={children} />
    </div>
  );
}
