import { data } from "react-router";
import { displayName } from "#app/catalogue/product-name.ts";
import { pageMeta, siteOf } from "#app/page-meta.ts";
import { parseForm, readForm, typedValues } from "#app/platform/form.server.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { Italic } from "#app/ui/italic.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/effect-page.ts";
import { DeclarationLink } from "./declaration-link.tsx";
import { EffectForm, type EffectAnswer } from "./effect-form.tsx";
import { effectForm } from "./effect-schema.ts";
import { recallableName } from "./recalls.server.ts";
import { reportEffect } from "./report-effect.server.ts";

const TITLE = "Signaler un effet indésirable";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: TITLE,
    description:
      "Une réaction après l’usage d’un produit\u00a0? Signalez-la, sans compte\u00a0: une personne lit chaque signalement.",
    path: "/effet-indesirable",
    ...siteOf(matches),
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = context.get(requestContext);
  const search = new URL(request.url).searchParams;
  const id = search.get("produit") ?? "";
  const name = id === "" ? null : await recallableName(services.db, id);
  return {
    product: name === null ? null : { id, name: displayName(name) },
    lot: (search.get("lot") ?? "").slice(0, 40),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, caller } = context.get(requestContext);
  const posted = await readForm(request);
  const form = parseForm(effectForm, posted);
  if (!form.ok) {
    const { values, errors } = form;
    return data<EffectAnswer>({ kind: "invalid", values, errors }, 400);
  }
  const values = typedValues(effectForm, posted);
  const refused = (errors: Record<string, string>) =>
    data<EffectAnswer>({ kind: "invalid", values, errors }, 400);
  if (form.value.occurredOn > parisToday())
    return refused({ occurredOn: "Cette date n’est pas encore passée." });
  switch (await reportEffect(services, caller, form.value)) {
    case "no-product":
      return refused({ product: "Indiquez le produit." });
    case "too-many":
      return data<EffectAnswer>({ kind: "too-many", values, errors: {} }, 429);
    case "sent":
      return data<EffectAnswer>({ kind: "sent", values: {}, errors: {} });
  }
}

/** Reports an undesirable effect, without an account and without JavaScript (regulation 1223/2009, art. 23). */
export default function EffectPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap page-end">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: TITLE }]} />
      <div className="split">
        <div className="split__l">
          <h1 className="h2">
            Signaler un effet <Italic>indésirable</Italic>
          </h1>
          <p>
            Cessez d’utiliser le produit, gardez-le avec son emballage, et consultez un
            professionnel de santé. En urgence, appelez le 15 ou le 112.
          </p>
          <p>
            Vous pouvez aussi prévenir les autorités vous-même&nbsp;: <DeclarationLink />.
          </p>
        </div>
        <div className="split__r">
          {actionData?.kind === "sent" ? (
            <Note tone="ok" title="Votre signalement est bien arrivé" focusOn={actionData}>
              <p>
                Une personne le lit. Un effet grave est déclaré à l’Anses, l’agence de sécurité
                sanitaire, sans délai et au plus tard sous 20 jours.
              </p>
            </Note>
          ) : (
            <EffectForm {...loaderData} answer={actionData} />
          )}
        </div>
      </div>
    </div>
  );
}
