import { data, Form, useNavigation } from "react-router";
import { hashInToken, refuseReminders } from "#app/orders/reminder-refusals.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/reminder-refusal-page.ts";

const TITLE = "Rappels de commande";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

// Depends on a token: neither the browser nor a CDN may cache it.
export const headers: Route.HeadersFunction = () => ({ "cache-control": "private, no-store" });

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("lien") ?? "";

export function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(requestContext).services;
  const isValid = hashInToken(tokenOf(request), config.sessionSecret) !== null;
  return data({ isValid }, isValid ? 200 : 410);
}

/** Only a pressed button acts: mail scanners follow links. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = context.get(requestContext);
  const outcome = await refuseReminders(services, tokenOf(request));
  return data({ outcome }, outcome === "refused" ? 200 : 410);
}

export default function ReminderRefusalPage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <div className="wrap page-end">
      <div className="split section">
        <div className="split__l">
          <h1 className="h2">{TITLE}</h1>
        </div>
        <div className="split__r stack">
          {actionData?.outcome === "refused" ? (
            <Note tone="ok" title="C’est noté" focusOn={actionData}>
              Nous ne vous rappellerons plus vos commandes à payer. Les e-mails qui suivent une
              commande, eux, continuent d’arriver.
            </Note>
          ) : loaderData.isValid ? (
            <>
              <p>
                Quand une commande n’est pas payée, nous vous écrivons une fois. Vous pouvez ne plus
                recevoir ce rappel, pour toutes vos commandes.
              </p>
              <Form method="post" className="acts-row">
                <Button busy={isBusy}>Ne plus me rappeler</Button>
              </Form>
            </>
          ) : (
            <Note tone="error" title="Ce lien n’est pas entier" role="alert">
              Ouvrez-le depuis l’e-mail, ou écrivez-nous&nbsp;: nous le ferons pour vous.
            </Note>
          )}
          {(actionData?.outcome === "refused" || !loaderData.isValid) && (
            <ButtonLink to={loaderData.isValid ? "/boutique" : "/contact"} variant="secondary">
              {loaderData.isValid ? "Aller à la boutique" : "Nous écrire"}
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  );
}
