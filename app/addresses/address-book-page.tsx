import { useState } from "react";
import { data, Form, redirect, useNavigation, useSubmit } from "react-router";
import { requireViewer, signInFirst } from "#app/accounts/access.ts";
import { placeDoubt } from "#app/delivery/towns.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { foreignPhone } from "#app/platform/foreign-phone.server.ts";
import { parseForm, readForm, typedValues } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ConfirmStep } from "#app/ui/areas/confirm-step.tsx";
import { Tag } from "#app/ui/areas/tag.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { isBlank } from "#app/ui/blank-schema.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { formatPhone, internationalPhone } from "#app/ui/phone-schema.ts";
import type { Route } from "./+types/address-book-page.ts";
import { addressForm } from "./address-form-schema.ts";
import { AddressPanel } from "./address-panel.tsx";
import { addressesOf, removeAddress, saveAddress, type StoredAddress } from "./addresses.server.ts";
import { ADDRESS_KINDS, MOST_ADDRESSES, ADDRESS_COUNTRIES } from "./book-schema.ts";
import { ShippingAddress } from "./shipping-address.tsx";

const TITLE = "Mes adresses";
const PATH = "/admin/mes-adresses";
const TOO_MANY = `Votre carnet a déjà ${MOST_ADDRESSES} adresses\u00a0: supprimez-en une avant d’en ajouter.`;
const GONE = "Cette adresse a été supprimée entre-temps. Enregistrez-la comme nouvelle adresse.";
const DONE: Record<string, string> = {
  enregistree: "Adresse enregistrée",
  supprimee: "Adresse supprimée",
};

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, { place: "adresses" });
  const book = await addressesOf(context.get(requestContext).services.db, viewer.id);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("adresse");
  return {
    book,
    /** The address to change, « new », or null: the list alone. */
    edited: asked === "nouvelle" ? ("new" as const) : (book.find(({ id }) => id === asked) ?? null),
    done: DONE[searchParams.get("fait") ?? ""] ?? null,
  };
}

/** POST: stores the form's address (`?adresse=` its id), or removes one (`intent=remove`). */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, { place: "adresses" });
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  if (form.get("intent") === "remove") {
    await removeAddress(services.db, viewer, String(form.get("id") ?? ""));
    return redirect(`${PATH}?fait=supprimee`);
  }
  const values = typedValues(addressForm, form);
  const refused = (errors: Record<string, string>, status = 400, doubted = "") =>
    data({ values, errors, doubted }, status);
  // Hidden without a company, its fields keep what was typed.
  const hasCompany = form.get("kind") === "billing" && !isBlank(String(form.get("company") ?? ""));
  if (!hasCompany) for (const name of ["company", "siren", "vatNumber"]) form.delete(name);
  const parsed = parseForm(addressForm, form);
  if (!parsed.ok) return refused(parsed.errors);
  if (!(await services.limits.allow("profile", { account: viewer.id })))
    return refused({ name: "Beaucoup de changements d’un coup. Réessayez dans une heure." }, 429);
  const { postalCode, town, country } = parsed.value;
  const place = `${postalCode} ${town}`;
  const doubt =
    country === "FR" &&
    form.get("kept") !== place &&
    placeDoubt({ postalCode, town }, "enregistrez");
  if (doubt) return refused({ [doubt.field]: doubt.message }, 400, place);
  const asked = new URL(request.url).searchParams.get("adresse");
  const id = asked === "nouvelle" ? undefined : (asked ?? undefined);
  const phone = internationalPhone(foreignPhone(parsed.value.phone, country));
  const { kind } = await saveAddress(services.db, viewer, { ...parsed.value, phone }, id);
  if (kind === "no-account") throw signInFirst({ place: "adresses" });
  if (kind === "saved") return redirect(`${PATH}?fait=enregistree`);
  return refused({ name: kind === "too-many" ? TOO_MANY : GONE }, 409);
}

export default function AddressBookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { book, edited, done } = loaderData;
  const [toRemove, setToRemove] = useState<StoredAddress | null>(null);
  const submit = useSubmit();
  const isBusy = useNavigation().formMethod === "POST";
  const shown = edited ?? (actionData ? ("new" as const) : null);
  return (
    <>
      <BackLink to="/admin/account">Données personnelles</BackLink>
      <PageHead
        title={TITLE}
        actions={
          shown !== "new" &&
          book.length > 0 && (
            <ButtonLink icon="plus" to={`${PATH}?adresse=nouvelle`} size="s">
              Ajouter une adresse
            </ButtonLink>
          )
        }
      >
        Proposées au moment de commander&nbsp;; vos commandes passées gardent la leur.
      </PageHead>
      {done && !actionData && (
        <Note tone="ok" role="status">
          {done}
        </Note>
      )}
      {shown && (
        <AddressPanel
          key={shown === "new" ? "new" : shown.id}
          address={shown === "new" ? null : shown}
          answer={actionData}
          isBusy={isBusy}
          backHref={PATH}
        />
      )}
      {book.length === 0 && !shown && (
        <EmptyState
          panel
          title="Aucune adresse"
          text="Enregistrez une adresse pour ne plus la taper."
          drawing="box"
          action={<ButtonLink to={`${PATH}?adresse=nouvelle`}>Ajouter une adresse</ButtonLink>}
        />
      )}
      {Object.entries(ADDRESS_KINDS).map(([kind, label]) => {
        const ofKind = book.filter((one) => one.kind === kind);
        if (ofKind.length === 0) return null;
        return (
          <section key={kind} className="panel" aria-labelledby={`adresses-${kind}`}>
            <div className="panel__head">
              <h2 id={`adresses-${kind}`}>{label}</h2>
            </div>
            <ul>
              {ofKind.map((address) => (
                <li key={address.id} className="book__item">
                  <Entry address={address} />
                  <div className="book__acts">
                    <ButtonLink
                      to={`${PATH}?adresse=${address.id}`}
                      variant="secondary"
                      size="s"
                      aria-label={`Modifier l’adresse ${nameOf(address)}`}
                    >
                      Modifier
                    </ButtonLink>
                    <Form
                      method="post"
                      action={PATH}
                      onSubmit={(event) => {
                        event.preventDefault();
                        setToRemove(address);
                      }}
                    >
                      <input type="hidden" name="intent" value="remove" />
                      <input type="hidden" name="id" value={address.id} />
                      <Button
                        variant="plain"
                        size="s"
                        aria-label={`Supprimer l’adresse ${nameOf(address)}`}
                      >
                        Supprimer
                      </Button>
                    </Form>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <ConfirmStep
        question="Supprimer cette adresse&nbsp;?"
        confirmLabel="Supprimer l’adresse"
        destructive
        answer={toRemove && { intent: "remove", id: toRemove.id }}
        onConfirm={(answer) => {
          setToRemove(null);
          void submit(answer, { method: "post", action: PATH });
        }}
        onCancel={() => setToRemove(null)}
        backHref={PATH}
      >
        {toRemove && <Entry address={toRemove} />}
      </ConfirmStep>
    </>
  );
}

const nameOf = ({ name, town }: StoredAddress) => `de ${name}, ${town}`;

function Entry({ address }: { address: StoredAddress }) {
  const { company, name, siren, vatNumber } = address;
  const lines = [
    company && name,
    addressText(address),
    siren && `SIREN ${siren}`,
    vatNumber && `N° de TVA ${vatNumber}`,
  ];
  return (
    <div>
      {address.isDefault && <Tag tone="plum" label="Par défaut" />}
      <ShippingAddress
        before={<b>{address.company || address.name}</b>}
        text={lines.filter(Boolean).join("\n")}
        after={formatPhone(address.phone)}
      />
    </div>
  );
}

/** An address in lines, with its country as the last one unless that is France. */
function addressText({ street, postalCode, town, country }: StoredAddress): string {
  const name = ADDRESS_COUNTRIES.find(({ code }) => code === country)?.name ?? country;
  return [street, `${postalCode} ${town}`, ...(country === "FR" ? [] : [name])].join("\n");
}
