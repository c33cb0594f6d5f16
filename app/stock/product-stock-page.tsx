import { useEffect, useState } from "react";
import { data, useNavigation, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import { parseForm, readForm, textsOf } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ConfirmStep, useAsked } from "#app/ui/areas/confirm-step.tsx";
import { ListPage } from "#app/ui/areas/list-page.tsx";
import { boundedPlural } from "#app/ui/areas/plural.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import type { Route } from "./+types/product-stock-page.ts";
import { type Movement, moveStock, setAlertLevel, stopCounting } from "./move-stock.server.ts";
import { doneAnswer, refusedAnswer, type StockAnswer } from "./movement-answer.ts";
import { LevelForm, MovementForms, StartForm } from "./movement-forms.tsx";
import { isMovementIntent, MOVEMENT_FORMS, type MovementIntent } from "./movement-schema.ts";
import { MovesTable } from "./moves-table.tsx";
import { OpenOrders } from "./open-orders.tsx";
import { listMoves, stockOfProduct } from "./product-stock.server.ts";
import { ScanForm } from "./scan-form.tsx";
import { StockDone } from "./stock-done.tsx";
import { StockFigures } from "./stock-figures.tsx";
import { productStockHref } from "./stock-query.ts";

const TITLE = "Stock d’un produit";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const product = await stockOfProduct(db, params.id.replaceAll("\0", ""));
  if (!product) throw data("Document not found", { status: 404 });
  const page = pageNumber(new URL(request.url).searchParams);
  return { product, list: await listMoves(db, product.id, page), formKey: newId() };
}

/** POST: a movement, the start of counting or an alert level; « stop » asks first, and with `confirmed=1` stops counting. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent === "stop") {
    if (form.get("confirmed") !== "1") return { kind: "ask" as const };
    const outcome = await stopCounting(db, admin, params.id);
    if (outcome === "not-found") throw data("Document not found", { status: 404 });
    return doneAnswer("stop", { onHand: 0 }, newId());
  }
  if (!isMovementIntent(intent)) throw data(null, { status: 400 });
  const parsed = parseForm(MOVEMENT_FORMS[intent], form);
  if (!parsed.ok) {
    // No typed value: the form was tampered with.
    if (parsed.errors.key || parsed.errors.seen) throw data(null, { status: 400 });
    const { values, errors } = parsed;
    return data<StockAnswer>({ kind: "refused", intent, values, errors, onHand: null }, 400);
  }
  const value = parsed.value;
  if ("level" in value) {
    const outcome = await setAlertLevel(db, admin, params.id, value.level);
    if (outcome === "not-found") throw data("Document not found", { status: 404 });
    return doneAnswer("level", { onHand: null }, newId());
  }
  const kind = intent as Exclude<typeof intent, "level">;
  const outcome = await moveStock(db, admin, params.id, {
    ...value,
    kind,
    // The forms of the page share one key: make it different for each form.
    key: `${kind}-${value.key}`,
  } as Movement);
  if (outcome.kind === "not-found") throw data("Document not found", { status: 404 });
  if (outcome.kind === "moved") return doneAnswer(kind, outcome, newId());
  const values = textsOf(form);
  return data<StockAnswer>(refusedAnswer(kind, outcome, values), 409);
}

export default function ProductStockPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, list, formKey } = loaderData;
  useLive("move", "order", `stock:${product.id}`, `product:${product.id}`);
  const [search] = useSearchParams();
  const isScanned = search.has("scan");
  const isBusy = useNavigation().formMethod === "POST";
  const [asked, step] = useAsked(actionData, "ask");
  const done = actionData?.kind === "done" ? actionData : null;
  const refused = actionData?.kind === "refused" ? actionData : null;
  const forms = useFormState(actionData, formKey, product.onHand);
  useScannedFocus(isScanned, product.id, done);
  const href = productStockHref(product.id);
  const formProps = { refused, isBusy, formKey: forms.key };
  return (
    <>
      <BackLink to="/admin/stock">Stock</BackLink>
      <ListPage
        title={displayName(product.name)}
        intro={
          <>
            {`${product.reference ? `Réf. ${product.reference}` : "Sans référence"}${product.ean ? `, EAN ${product.ean}` : ""}. `}
            <TextLink to={`/admin/edict-product/${product.id}`}>Fiche du produit</TextLink>
          </>
        }
        above={
          <>
            {refused && !isShown(refused.intent, product.isCounted) && (
              <Note tone="error" role="alert" focusOn={refused}>
                {refused.errors["pieces"]}
              </Note>
            )}
            {done && <StockDone done={done} focusOn={isScanned ? undefined : done} />}
            <ConfirmStep
              question={"Ne plus compter ce produit\u00a0?"}
              confirmLabel="Ne plus compter"
              destructive
              answer={asked && product.isCounted ? { intent: "stop", confirmed: "1" } : null}
              backHref={href}
              {...step}
            >
              <p>{`Il se vendra sans limite. Le nombre en rayon (${product.onHand}) et les réservations des commandes (${product.held}) sont perdus\u00a0; les mouvements restent.`}</p>
            </ConfirmStep>
            {isScanned && <ScanForm />}
            <StockFigures product={product} />
            <div className="stock-forms" key={forms.doneCount}>
              {product.isCounted ? (
                <MovementForms {...formProps} seen={forms.seen} onHand={product.onHand} />
              ) : (
                <StartForm {...formProps} />
              )}
              <LevelForm {...formProps} product={product} />
            </div>
            <OpenOrders product={product} />
          </>
        }
        panel={{ id: "mouvements", title: "Mouvements" }}
        total={list.total}
        count={boundedPlural(list.total, "mouvement")}
        page={list.page}
        pageCount={list.pageCount}
        href={(page) => productStockHref(product.id, page)}
        pagesLabel="Pages des mouvements"
        empty={{
          title: "Aucun mouvement",
          text: "Les entrées, les ventes et les inventaires s’écrivent ici, et ne s’effacent pas.",
        }}
      >
        <MovesTable moves={list.moves} />
      </ListPage>
    </>
  );
}

/** Whether the form of this intent is on the page: another administrator may have begun or stopped counting. */
const isShown = (intent: MovementIntent, isCounted: boolean) =>
  intent === "level" || (intent === "start") !== isCounted;

/**
 * State that a live update of the page must not change: the idempotency key of the next submission, and the stock on hand (`seen`) when
 * the page was opened or last answered. `doneCount`: the forms' React key, which empties them after each successful act.
 */
function useFormState(
  answer: StockAnswer | { kind: "ask" } | undefined,
  formKey: string,
  onHand: number,
) {
  const [answered, setAnswered] = useState(answer);
  const [forms, setForms] = useState({
    key: formKey,
    seen: answer && "onHand" in answer ? (answer.onHand ?? onHand) : onHand,
    doneCount: 0,
  });
  if (answered !== answer) {
    setAnswered(answer);
    if (answer && "onHand" in answer)
      setForms(({ key, seen, doneCount }) => ({
        key: answer.kind === "done" ? answer.nextKey : key,
        seen: answer.onHand ?? seen,
        doneCount: answer.kind === "done" ? doneCount + 1 : doneCount,
      }));
  }
  return forms;
}

/** After a scan the focus is in the first field, and after each act in the field for the next scan. */
function useScannedFocus(isScanned: boolean, productId: string, done: object | null): void {
  useEffect(() => {
    if (!isScanned) return;
    const ids = done ? ["code"] : ["entry-pieces", "start-pieces"];
    for (const id of ids) document.getElementById(id)?.focus();
  }, [isScanned, productId, done]);
}

export const ErrorBoundary = listErrorBoundary(TITLE);
