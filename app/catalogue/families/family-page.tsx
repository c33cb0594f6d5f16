import { data, Form, redirect, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import { isId } from "#app/platform/id.ts";
import { requestContext } from "#app/request-context.ts";
import { ConfirmStep } from "#app/ui/areas/confirm-step.tsx";
import { textFields } from "#app/ui/areas/form-version.ts";
import { LeaveGuard } from "#app/ui/areas/leave-guard.tsx";
import { useClose } from "#app/ui/areas/use-close.ts";
import { useVersionedForm } from "#app/ui/areas/use-versioned-form.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { ChoiceGroup, ErrorSummary, Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/family-page.ts";
import { familyOfAny, memberProducts, readFamily } from "./families.server.ts";
import { draftOf, suggestFamily } from "./family-draft.ts";
import { postFamily, type FamilyRefusal } from "./family-route.ts";
import { MOST_MEMBERS } from "./family-schema.ts";
import { MembersPanel } from "./members-panel.tsx";

const LIST = "/admin/familles";
/** The last segment of the URL for a new family. */
const NEW = "nouvelle";
const FIELDS = textFields({
  name: "Nom de la famille",
  kind: "Ce qui change d’un produit à l’autre",
  members: "Ses produits",
});

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Famille", matches);

/** GET: a family plus the ticked products (`produits`). With « nouvelle »: a new family of these, or the family that one of them has. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const search = new URL(request.url).searchParams;
  const ticked = [...new Set(search.getAll("produits"))]
    .map((id) => id.replaceAll("\0", ""))
    .slice(0, MOST_MEMBERS);
  if (params.id === NEW) {
    const known = await familyOfAny(db, ticked);
    if (known) throw redirect(`${LIST}/${known}${new URL(request.url).search}`);
    const products = await memberProducts(db, ticked);
    const found = ticked.flatMap((id) => (products[id] ? [{ id, name: products[id].name }] : []));
    const { name, members } = suggestFamily(found);
    const draft = draftOf({ name, kind: "teinte", members });
    return { id: newId(), version: 0, draft, products, isDeleting: false };
  }
  const family = isId(params.id) ? await readFamily(db, params.id) : null;
  if (!family) throw data("Document not found", { status: 404 });
  const known = new Set(family.members.map(({ id }) => id));
  const products = await memberProducts(db, [...known, ...ticked]);
  const joining = ticked.filter((id) => products[id] && !known.has(id));
  const members = [...family.members, ...joining.map((id) => ({ id, label: "", colour: "" }))];
  return {
    id: params.id,
    version: family.version,
    draft: draftOf({ ...family, members }),
    products,
    isDeleting: search.has("supprimer"),
  };
}

export const action = ({ request, context }: Route.ActionArgs) => postFamily(request, context);

/** Revalidates only for another URL, so that somebody else's change does not replace what is being typed. Saving reports the conflict. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search !== nextUrl.search;

// With the key, the state is reset for another family.
export default function FamilyPage({ loaderData, actionData }: FamilyFormProps) {
  return <FamilyForm key={loaderData.id} loaderData={loaderData} actionData={actionData} />;
}

type FamilyFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData">;

function FamilyForm({ loaderData, actionData }: FamilyFormProps) {
  const form = useVersionedForm(FIELDS, loaderData, actionData);
  const { draft, set, refused, errors } = form;
  const { state, formMethod } = useNavigation();
  const isBusy = formMethod === "POST";
  const isNew = loaderData.version === 0;
  const { id } = actionData ?? loaderData;
  const href = `${LIST}/${isNew ? NEW : id}`;
  const close = useClose(href);
  return (
    <>
      <BackLink to={LIST}>Familles</BackLink>
      <PageHead title={isNew ? "Nouvelle famille" : loaderData.draft.name}>
        Chaque produit garde sa page, son prix et son stock&nbsp;; sa page mène aux autres.
      </PageHead>
      <ConfirmStep
        question="Supprimer cette famille&nbsp;?"
        confirmLabel="Supprimer la famille"
        destructive
        answer={loaderData.isDeleting ? { intent: "delete", id } : null}
        onCancel={close}
        backHref={href}
      >
        <p>Ses produits restent dans la boutique, sans lien entre eux.</p>
      </ConfirmStep>
      {actionData && actionData.kind !== "invalid" && (
        <Note tone="error" role="alert" title="La famille n’est pas enregistrée">
          {failureText(actionData)}
        </Note>
      )}
      <Form className="stack" method="post" action={href} noValidate onSubmit={form.noteSent}>
        <ErrorSummary errors={refused} remaining={errors} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={form.posted.version} />
        <div className="panel">
          <div className="panel__body form">
            <Field
              {...form.field("name")}
              hint={
                "Ce que ses produits ont en commun\u00a0: «\u00a0Rouge mat\u00a0», par exemple."
              }
              maxLength={100}
              required
            />
            <ChoiceGroup
              legend={FIELDS.names.kind}
              name="kind"
              options={KINDS}
              value={draft.kind}
              onChange={(kind) => set({ kind })}
              error={errors["kind"] ?? null}
            />
          </div>
        </div>
        <MembersPanel
          draft={draft}
          set={set}
          errors={errors}
          products={{ ...loaderData.products, ...actionData?.products }}
        />
        <div className="panel">
          <div className="panel__foot">
            {!isNew && (
              <Link className="btn btn--plain btn--s" to={`${href}?supprimer=1`} preventScrollReset>
                Supprimer la famille
              </Link>
            )}
            <Button size="s" busy={isBusy}>
              Enregistrer
            </Button>
          </div>
        </div>
      </Form>
      <LeaveGuard isDirty={state === "idle" && form.changes.length > 0}>
        {`Cette famille a des modifications qui ne sont pas enregistrées.`}
      </LeaveGuard>
    </>
  );
}

const KINDS = [
  { value: "teinte", label: "La teinte", hint: "Des pastilles de couleur" },
  { value: "contenance", label: "La contenance", hint: "Des tailles, avec leur prix" },
];

function failureText({ kind, posted }: FamilyRefusal): string {
  if (kind === "failed")
    return "La boutique n’a pas pu enregistrer. Rien n’est perdu\u00a0: réessayez dans un instant.";
  return posted.version === 0
    ? "Cette famille a été supprimée entre-temps. Ce que vous avez tapé est toujours là\u00a0: enregistrez pour la recréer."
    : "Quelqu’un d’autre a enregistré cette famille entre-temps. Ce que vous avez tapé est toujours là\u00a0: enregistrez de nouveau pour le garder, ou rechargez la page pour voir sa version.";
}
