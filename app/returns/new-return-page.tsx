import { data, Form, redirect, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { withdrawnText } from "#app/orders/open-withdrawals.ts";
import { ordersAddress } from "#app/orders/order-query.ts";
import { getOrder } from "#app/orders/order-reading.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import { readForm, textsOf } from "#app/platform/form.server.ts";
import { isId } from "#app/platform/id.ts";
import { requestContext } from "#app/request-context.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Field } from "#app/ui/field.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/new-return-page.ts";
import { expectReturn } from "./expect-return.server.ts";
import { expectedName, parseExpectForm, tooMany } from "./parse-return-forms.ts";
import { returnableLines } from "./returnable.server.ts";
import { readWithdrawal } from "./withdrawal-list.server.ts";

const TITLE = "Attendre un retour";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const order = await getOrder(db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  const statedId = new URL(request.url).searchParams.get("retractation");
  const stated = statedId && isId(statedId) ? await readWithdrawal(db, statedId) : null;
  if (statedId && stated?.orderId !== order.id) throw data("Document not found", { status: 404 });
  const known = order.returns.find(({ withdrawalId }) => withdrawalId === stated?.id && stated);
  if (known) throw redirect(`/admin/retours/${known.id}`);
  return {
    id: newId(),
    order,
    stated,
    lines: await returnableLines(db, order.id),
  };
}

/** POST: records the return, and shows its page. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const [id, withdrawalId] = [form.get("id"), form.get("withdrawal")];
  if (typeof id !== "string") throw data(null, { status: 400 });
  const values = textsOf(form);
  const lines = await returnableLines(services.db, params.id);
  if (lines.length === 0) throw data("Document not found", { status: 404 });
  // The form was sent twice: redirect to its return. Validating again would fail, because its pieces are no longer returnable.
  const order = await getOrder(services.db, params.id);
  if (order?.returns.some((other) => other.id === id)) return redirect(`/admin/retours/${id}`);
  const parsed = parseExpectForm(form, lines);
  if (!parsed.ok) return data({ values, errors: parsed.errors }, { status: 400 });
  const outcome = await expectReturn(services, admin, {
    id,
    orderId: params.id,
    withdrawalId: typeof withdrawalId === "string" && withdrawalId !== "" ? withdrawalId : null,
    lines: parsed.lines,
  });
  switch (outcome.kind) {
    case "expected":
      return redirect(`/admin/retours/${outcome.id}`);
    case "too-many": {
      const { position, most } = outcome;
      const name = lines.find((line) => line.position === position)?.name ?? "";
      const errors = { [expectedName(position)]: tooMany(name, most) };
      return data({ values, errors }, { status: 409 });
    }
    case "no-statement":
      return data(
        { values, errors: { form: "Cette rétractation est close, ou d’une autre commande." } },
        { status: 409 },
      );
    case "not-found":
      throw data("Document not found", { status: 404 });
  }
}

export default function NewReturnPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, order, stated, lines } = loaderData;
  const isBusy = useNavigation().formMethod === "POST";
  const errors: Record<string, string> = actionData?.errors ?? {};
  const values: Record<string, string> = actionData?.values ?? {};
  const chosen = stated && chosenPieces(stated);
  return (
    <>
      <BackLink
        to={stated ? "/admin/retractations" : ordersAddress.href({}, { commande: order.id })}
      >
        <span>{stated ? "Rétractations" : `Commande ${deliveryNumber(order.id)}`}</span>
      </BackLink>
      <PageHead title={TITLE}>
        {order.customerName}, commande <span className="code">{deliveryNumber(order.id)}</span>.
      </PageHead>
      {stated && (
        <Note title={withdrawnText(stated.isForLateDelivery)}>
          <p className="legal__kept">{stated.articles || "Toute la commande"}</p>
        </Note>
      )}
      {lines.every(({ most }) => most === 0) ? (
        <Note>
          {order.hasLeft
            ? "Tout ce qui est parti est déjà revenu, ou attendu dans un autre retour."
            : "Rien n’est encore parti de cette commande\u00a0: rien ne peut en revenir."}
        </Note>
      ) : (
        <Form className="panel" id="retour" method="post" noValidate>
          <div className="panel__body form">
            <ErrorSummary
              errors={errors}
              ids={{ form: "retour" }}
              title="Le retour n’est pas enregistré"
            />
            <input type="hidden" name="id" value={values["id"] ?? id} />
            <input type="hidden" name="withdrawal" value={stated?.id ?? ""} />
            <fieldset>
              <legend className="lbl">Pièces attendues</legend>
              <div className="row2">
                {lines.map(({ position, name, unitPriceCents, most }) => (
                  <Field
                    key={position}
                    label={`${displayName(name)}, ${formatPrice(unitPriceCents)} pièce`}
                    name={expectedName(position)}
                    error={errors[expectedName(position)] ?? null}
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={most}
                    disabled={most === 0}
                    defaultValue={
                      values[expectedName(position)] ??
                      (chosen
                        ? Math.min(chosen.get(position) ?? (chosen.size === 0 ? most : 0), most)
                        : 0)
                    }
                    hint={most === 0 ? "Rien ne peut en revenir" : `Sur ${most}`}
                  />
                ))}
              </div>
            </fieldset>
            <p className="hint">
              {stated
                ? "L’accusé de réception de la rétractation dit déjà au client où renvoyer ses articles."
                : "Le client apprend par e-mail où renvoyer ses articles."}
            </p>
          </div>
          <div className="panel__foot">
            <Button size="s" busy={isBusy}>
              Attendre le retour
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}

/** The stated pieces by line; empty for the whole order, or if the articles are free text. */
function chosenPieces({
  lines,
}: {
  lines: readonly { position: number; quantity: number }[] | null;
}) {
  return new Map((lines ?? []).map(({ position, quantity }) => [position, quantity]));
}
