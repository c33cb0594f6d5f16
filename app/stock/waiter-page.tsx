import { data } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm, typedValues } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/waiter-page.ts";
import { WaiterForm, type WaiterAnswer } from "./waiter-form.tsx";
import { waiterForm } from "./waiter-schema.ts";
import { askToBeTold, awaitableName } from "./waiters.server.ts";

const TITLE = "Me prévenir du retour";
const TOO_MANY = "Beaucoup de demandes en peu de temps\u00a0: réessayez dans une heure.";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

const notFound = () => data("Document not found", { status: 404 });

export async function loader({ params, context }: Route.LoaderArgs) {
  const name = await awaitableName(context.get(requestContext).services.db, params.id);
  if (name === null) throw notFound();
  return { name };
}

type Answer = ({ kind: "refused" } & WaiterAnswer) | { kind: "asked" };

export async function action({ params, request, context }: Route.ActionArgs) {
  const { services, caller, viewer } = context.get(requestContext);
  if ((await awaitableName(services.db, params.id)) === null) throw notFound();
  const posted = await readForm(request);
  const form = parseForm(waiterForm, posted);
  if (!form.ok) {
    const { values, errors } = form;
    return data<Answer>({ kind: "refused", values, errors, message: null }, 400);
  }
  const reader = await viewer();
  const asked = { productId: params.id, email: form.value.email, userId: reader?.id ?? null };
  if ((await askToBeTold(services, caller, asked)) === "asked")
    return data<Answer>({ kind: "asked" });
  const values = typedValues(waiterForm, posted);
  return data<Answer>({ kind: "refused", values, errors: {}, message: TOO_MANY }, 429);
}

/** The answer to the form of a sold-out product's page. Always the same sentence, so that it reveals nothing about an address. */
export default function WaiterPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name } = loaderData;
  const to = `/produit/${params.id}`;
  return (
    <div className="wrap page-end">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: name, to }, { label: TITLE }]} />
      <div className="split">
        <div className="split__l">
          <h1 className="h2">{TITLE}</h1>
          <p>{name}</p>
        </div>
        <div className="split__r stack">
          {actionData?.kind === "asked" ? (
            <>
              <Note tone="ok" title="C’est noté" focusOn={actionData}>
                {`Si votre adresse reste à confirmer, un e-mail vient de partir\u00a0: son lien sert pendant 48 heures. Nous vous écrirons une fois, quand «\u00a0${name}\u00a0» sera de retour.`}
              </Note>
              <ButtonLink to={to} variant="secondary">
                Revenir au produit
              </ButtonLink>
            </>
          ) : (
            <WaiterForm answer={actionData} />
          )}
        </div>
      </div>
    </div>
  );
}
