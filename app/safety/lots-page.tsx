import { useState } from "react";
import { data, Form, useNavigation, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { ordersAddress } from "#app/orders/order-query.ts";
import { getOrder } from "#app/orders/order-reading.server.ts";
import { articleCountText, deliveryNumber } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm, textsOf } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/field.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/lots-page.ts";
import { LineLots } from "./line-lots.tsx";
import { parseLotForm } from "./lot-form.ts";
import { lotField, normalLot } from "./lot-schema.ts";
import { lastLots, recordLots, versionOf, type RecordLotsOutcome } from "./lots.server.ts";
import { OpenRecallNotes } from "./open-recall-notes.tsx";

const TITLE = "Lots et durabilité";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const order = await getOrder(db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  const suggested = await Promise.all(order.lines.map(({ productId }) => lastLots(db, productId)));
  const lots = order.lines.flatMap(({ position, lots: packed }) =>
    packed.map((lot) => ({ ...lot, position })),
  );
  return { order, suggested, seen: versionOf(lots) };
}

/** POST: records the lots of all lines; a blank lot removes the line's row. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const order = await getOrder(services.db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  const form = await readForm(request);
  const seen = form.get("seen");
  if (typeof seen !== "string") throw data(null, { status: 400 });
  const values = textsOf(form);
  const parsed = parseLotForm(form, order.lines);
  if (!parsed.ok) return data({ isSaved: false, values, errors: parsed.errors }, { status: 400 });
  const outcome = await recordLots(services, admin, {
    orderId: order.id,
    lots: parsed.lots,
    // A browser sends line breaks as CR LF.
    seen: seen.replaceAll("\r\n", "\n"),
  });
  if (outcome.kind === "not-found") throw data("Document not found", { status: 404 });
  if (outcome.kind === "saved")
    return { isSaved: true, recalled: outcome.recalled, values: {}, errors: {} };
  const errors = errorOf(outcome, values);
  return data({ isSaved: false, values, errors }, { status: 409 });
}

type Refusal = Exclude<RecordLotsOutcome, { kind: "saved" | "not-found" }>;

/** The refusal as an error of the field that it is about. */
function errorOf(refusal: Refusal, values: Record<string, string>): Record<string, string> {
  if (refusal.kind === "changed")
    return { form: "Les lots ont changé entre-temps\u00a0: rechargez la page pour les voir." };
  const { position } = refusal;
  if (refusal.kind === "too-many")
    return { [lotField("quantity", position, 0)]: "Plus de pièces que la commande n’en a." };
  const part = Object.keys(values).find(
    (name) => name.startsWith(`lot-${position}-`) && normalLot(values[name]!) === refusal.lot,
  );
  const field = part ?? lotField("lot", position, 0);
  if (refusal.kind === "recalled")
    return {
      [field]: `Ce lot est rappelé depuis le ${frenchDay(refusal.since)}\u00a0: ne l’envoyez pas.`,
    };
  return {
    [field.replace("lot", "date")]: "Cette date est passée\u00a0: n’envoyez pas ce produit.",
  };
}

export default function LotsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, suggested, seen } = loaderData;
  const [search] = useSearchParams();
  const isBusy = useNavigation().formMethod === "POST";
  // The typed values stay while the server refuses them; after a save the fields start from the stored lots.
  const [saves, setSaves] = useState(0);
  const [answered, setAnswered] = useState(actionData);
  if (answered !== actionData) {
    setAnswered(actionData);
    if (actionData?.isSaved) setSaves(saves + 1);
  }
  const errors = actionData?.errors ?? {};
  return (
    <>
      <BackLink to={ordersAddress.backHref(search, { commande: order.id })}>
        {`Commande ${deliveryNumber(order.id)}`}
      </BackLink>
      <PageHead title={TITLE}>
        {`${order.customerName}, ${articleCountText(order.lines)}. Facultatif\u00a0: sans lot, un rappel ne retrouve la commande que par sa date.`}
      </PageHead>
      {actionData?.isSaved && (
        <Note tone="ok" role="status" focusOn={actionData}>
          <span>Les lots sont enregistrés.</span>
          {"recalled" in actionData &&
            actionData.recalled?.map((name) => (
              <span
                key={name}
              >{` Un rappel de ${name} concerne cette commande\u00a0: son client en est averti par e-mail.`}</span>
            ))}
        </Note>
      )}
      <OpenRecallNotes {...order} />
      {order.cancelledAt && !order.isDelivered && (
        <Note tone="warning">
          Cette commande est annulée. Si le colis n’est jamais parti, effacez ses lots&nbsp;: un
          rappel ne la comptera plus.
        </Note>
      )}
      <Form className="panel" id="lots" method="post" noValidate key={`${order.id} ${saves}`}>
        <div className="panel__body form">
          <ErrorSummary
            errors={errors}
            ids={{ form: "lots" }}
            title="Les lots ne sont pas enregistrés"
          />
          <input type="hidden" name="seen" value={seen} />
          {order.lines.map((line, index) => (
            <LineLots
              key={line.position}
              line={line}
              name={displayName(line.name)}
              suggested={suggested[index] ?? []}
              values={actionData?.isSaved ? {} : (actionData?.values ?? {})}
              errors={errors}
            />
          ))}
        </div>
        <div className="panel__foot">
          <Button busy={isBusy}>Enregistrer les lots</Button>
        </div>
      </Form>
    </>
  );
}
