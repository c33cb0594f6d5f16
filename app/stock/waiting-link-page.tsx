import { data, Form, useNavigation } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/waiting-link-page.ts";
import { waitingForm } from "./waiter-schema.ts";
import { confirmWaiting, readWaiting, stopWaiting, type Waiting } from "./waiters.server.ts";

const TITLE = "Me prévenir du retour";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

// Depends on a token: neither the browser nor a CDN may cache it.
export const headers: Route.HeadersFunction = () => ({ "cache-control": "private, no-store" });

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("lien") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(requestContext).services;
  const waiting = await readWaiting(db, tokenOf(request));
  return data({ waiting }, waiting ? 200 : 410);
}

/** Only a pressed button acts: mail scanners follow links. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = context.get(requestContext);
  const form = parseForm(waitingForm, await readForm(request));
  if (!form.ok) return data({ kind: "none" as const }, 400);
  const token = tokenOf(request);
  if (form.value.answer === "non") {
    await stopWaiting(services, token);
    return data({ kind: "erased" as const });
  }
  const kind = await confirmWaiting(services, token);
  return data({ kind }, kind === "dead" ? 410 : 200);
}

export default function WaitingLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting } = loaderData;
  const answer = actionData?.kind;
  return (
    <div className="wrap page-end">
      <div className="split section">
        <div className="split__l">
          <h1 className="h2">{TITLE}</h1>
          {waiting && <p>{waiting.productName}</p>}
        </div>
        <div className="split__r stack">
          {answer === "erased" ? (
            <Note tone="ok" title="Votre adresse est effacée" focusOn={actionData}>
              Nous ne vous écrirons pas au sujet de ce produit.
            </Note>
          ) : waiting ? (
            <Choice waiting={waiting} answer={answer === "waiting" ? actionData : undefined} />
          ) : (
            <Note tone="error" title="Ce lien ne sert plus" role="alert">
              Il a plus de 48 heures, un autre l’a remplacé, ou l’adresse est déjà effacée.
            </Note>
          )}
          {(answer === "erased" || !waiting) && (
            <ButtonLink to="/boutique" variant="secondary">
              Aller à la boutique
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  );
}

type ChoiceProps = { waiting: Waiting; answer: object | undefined };

/** What the address waits for, with the buttons that the state allows. */
function Choice({ waiting: { kind, productId, productName, isAvailable }, answer }: ChoiceProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const product = `«\u00a0${productName}\u00a0»`;
  return (
    <>
      {kind === "unconfirmed" ? (
        <p>{`Recevoir un e-mail, un seul, quand ${product} sera de retour\u00a0?`}</p>
      ) : kind === "waiting" && isAvailable ? (
        <Note tone="ok" title="Il est déjà de retour" focusOn={answer}>
          {`${product} est disponible\u00a0: `}
          <TextLink to={`/produit/${productId}`}>commandez-le dès maintenant</TextLink>.
        </Note>
      ) : kind === "waiting" ? (
        <Note tone="ok" title="Nous vous préviendrons" focusOn={answer}>
          {`Vous recevrez un e-mail, un seul, quand ${product} sera de retour.`}
        </Note>
      ) : (
        <Note title="Vous avez été prévenue ou prévenu">
          {`${product} est revenu, et nous vous l’avons écrit. Votre adresse sera effacée d’elle-même 30 jours après cet e-mail.`}
        </Note>
      )}
      <Form method="post" className="acts-row">
        {kind === "unconfirmed" && (
          <Button name="answer" value="oui" busy={isBusy}>
            Oui, me prévenir
          </Button>
        )}
        <Button name="answer" value="non" variant="secondary" busy={isBusy}>
          {kind === "told" ? "Effacer mon adresse" : "Ne pas me prévenir"}
        </Button>
        <ButtonLink to={`/produit/${productId}`} variant="plain">
          Voir le produit
        </ButtonLink>
      </Form>
    </>
  );
}
