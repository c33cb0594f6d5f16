import { useState } from "react";
import { data, Form, redirect, useNavigation, useSubmit } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import { readForm, typedValues } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { itemsOf } from "#app/settings/items.ts";
import { ConfirmStep } from "#app/ui/areas/confirm-step.tsx";
import { LeaveGuard } from "#app/ui/areas/leave-guard.tsx";
import { useClose } from "#app/ui/areas/use-close.ts";
import { Button } from "#app/ui/button.tsx";
import { ChoiceGroup, ErrorSummary, Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/family-page.ts";
import {
  familyOfAny,
  memberProducts,
  readFamily,
  type EditedMember,
  type MemberProduct,
} from "./families.server.ts";
import { draftOf, suggestFamily, type FamilyDraft } from "./family-draft.ts";
import { familySchema, MOST_MEMBERS } from "./family-schema.ts";
import { MembersPanel } from "./members-panel.tsx";
import { deleteFamily, saveFamily, type SaveFamilyOutcome } from "./save-family.server.ts";

const LIST = "/admin/familles";
/** The last part of the address of a family that is not saved yet. */
const NEW = "nouvelle";
const FAMILY_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Famille", matches);

/** GET: a family, with the ticked products (`produits`) that are to join it; « nouvelle » with them, unless one has a family. */
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
  const family = FAMILY_ID.test(params.id) ? await readFamily(db, params.id) : null;
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

/** POST: saves the family, or deletes it. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const form = await readForm(request);
  const [id, version] = [String(form.get("id")), String(form.get("version"))];
  if (!FAMILY_ID.test(id)) throw data(null, { status: 400 });
  if (form.get("intent") === "delete") {
    if (!(await deleteFamily(db, admin, id))) throw data("Document not found", { status: 404 });
    return redirect(`${LIST}?fait=supprimee`);
  }
  if (form.get("intent") !== "save" || !/^\d{1,9}$/.test(version))
    throw data(null, { status: 400 });
  const values = typedValues(familySchema, form);
  // Of a forged form, only what the page can show.
  const items = itemsOf<EditedMember>(values["members"]).filter(
    ({ id: productId, label, colour }) =>
      [productId, label, colour].every((part) => typeof part === "string"),
  );
  const draft = { name: "", kind: "", ...values, members: JSON.stringify(items) };
  const products = await memberProducts(
    db,
    items.map((item) => String(item.id)).slice(0, MOST_MEMBERS),
  );
  const answer = (errors: Record<string, string>, status: number, current = Number(version)) =>
    data({ id, version: current, draft, products, errors }, status);
  const parsed = familySchema.safeParse(draft);
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= message;
    return answer(errors, 400);
  }
  const outcome = await saveFamily(db, admin, { id, version: Number(version), ...parsed.data });
  if (outcome.kind === "saved") return redirect(`${LIST}?fait=enregistree`);
  const current = outcome.kind === "conflict" ? outcome.version : Number(version);
  return answer(errorsOf(outcome, items, products), 409, current);
}

/** Why a family was not saved, as French sentences by field. */
function errorsOf(
  outcome: Exclude<SaveFamilyOutcome, { kind: "saved" }>,
  items: readonly EditedMember[],
  products: Record<string, MemberProduct>,
): Record<string, string> {
  const at = (productId: string) =>
    `members.${items.findIndex(({ id }) => id === productId)}.label`;
  switch (outcome.kind) {
    case "conflict":
      return {
        form:
          outcome.version === 0
            ? "Cette famille a été supprimée entre-temps. Ce que vous avez tapé est toujours là\u00a0: enregistrez pour la recréer."
            : "Quelqu’un d’autre a enregistré cette famille entre-temps. Ce que vous avez tapé est toujours là\u00a0: enregistrez de nouveau pour le garder, ou rechargez la page pour voir sa version.",
      };
    case "name-taken":
      return { name: "Une autre famille porte déjà ce nom." };
    case "taken":
      return Object.fromEntries(
        outcome.products.map(({ id, family }) => [
          at(id),
          `«\u00a0${products[id]?.name ?? id}\u00a0» est déjà dans la famille «\u00a0${family}\u00a0»\u00a0: retirez-le d’abord de l’une des deux.`,
        ]),
      );
    case "gone":
      return Object.fromEntries(
        outcome.ids.map((id) => [at(id), "Ce produit n’existe plus\u00a0: retirez-le."]),
      );
  }
}

/** Typed texts must not be replaced by a change of somebody else: saving reports the conflict. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search !== nextUrl.search;

export default function FamilyPage({ loaderData, actionData }: Route.ComponentProps) {
  const start = actionData ?? loaderData;
  return (
    // With the key, the state is reset for another family.
    <FamilyForm key={loaderData.id} start={start} loaderData={loaderData} actionData={actionData} />
  );
}

type FamilyFormProps = Pick<Route.ComponentProps, "loaderData" | "actionData"> & {
  start: { id: string; version: number; draft: FamilyDraft };
};

function FamilyForm({ start, loaderData, actionData }: FamilyFormProps) {
  const [draft, setDraft] = useState(start.draft);
  const [edited, setEdited] = useState<{ answer?: unknown; fields: ReadonlySet<string> }>({
    fields: new Set(),
  });
  const { state, formMethod } = useNavigation();
  const isBusy = formMethod === "POST";
  const submit = useSubmit();
  const isNew = loaderData.version === 0;
  const href = `${LIST}/${isNew ? NEW : start.id}`;
  const close = useClose(href);
  const touched = edited.answer === actionData ? edited.fields : new Set<string>();
  const errors: Record<string, string> = Object.fromEntries(
    Object.entries(actionData?.errors ?? {}).filter(([name]) => !touched.has(name)),
  );
  const set = (change: Partial<FamilyDraft>, names: readonly string[] = Object.keys(change)) => {
    setDraft((before) => ({ ...before, ...change }));
    setEdited({ answer: actionData, fields: new Set([...touched, ...names]) });
  };
  const isDirty =
    state === "idle" &&
    Object.entries(loaderData.draft).some(
      ([name, text]) => draft[name as keyof FamilyDraft] !== text,
    );
  return (
    <>
      <Link className="crumb" to={LIST}>
        <Icon name="arrow-left" size={16} />
        Familles
      </Link>
      <PageHead title={isNew ? "Nouvelle famille" : loaderData.draft.name}>
        Chaque produit garde sa page, son prix et son stock&nbsp;; sa page mène aux autres.
      </PageHead>
      <ConfirmStep
        question="Supprimer cette famille&nbsp;?"
        confirmLabel="Supprimer la famille"
        destructive
        answer={loaderData.isDeleting ? { intent: "delete", id: start.id } : null}
        onConfirm={(answer) => void submit(answer, { method: "post", action: href })}
        onCancel={close}
        isBusy={isBusy}
        backHref={href}
      >
        <p>Ses produits restent dans la boutique, sans lien entre eux.</p>
      </ConfirmStep>
      {errors["form"] && (
        <Note tone="error" role="alert" title="La famille n’est pas enregistrée">
          {errors["form"]}
        </Note>
      )}
      <Form className="stack" method="post" action={href} noValidate>
        <ErrorSummary errors={withoutForm(actionData?.errors)} remaining={withoutForm(errors)} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={start.id} />
        <input type="hidden" name="version" value={start.version} />
        <div className="panel">
          <div className="panel__body form">
            <Field
              label="Nom de la famille"
              hint={
                "Ce que ses produits ont en commun\u00a0: «\u00a0Rouge mat\u00a0», par exemple."
              }
              name="name"
              value={draft.name}
              onChange={({ target }) => set({ name: target.value })}
              error={errors["name"] ?? null}
              maxLength={100}
              required
            />
            <ChoiceGroup
              legend="Ce qui change d’un produit à l’autre"
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
      <LeaveGuard isDirty={isDirty}>
        {`Cette famille a des modifications qui ne sont pas enregistrées.`}
      </LeaveGuard>
    </>
  );
}

const KINDS = [
  { value: "teinte", label: "La teinte", hint: "Des pastilles de couleur" },
  { value: "contenance", label: "La contenance", hint: "Des tailles, avec leur prix" },
];

function withoutForm(errors: Record<string, string> | undefined) {
  if (!errors) return undefined;
  const { form: _, ...others } = errors;
  return others;
}
