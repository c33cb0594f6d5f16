import { data, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import type { Admin } from "#app/accounts/as-admin.server.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { orderOfNumber } from "#app/orders/order-of-number.server.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm } from "#app/platform/form.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import { ConfirmStep, useAsked } from "#app/ui/areas/confirm-step.tsx";
import { ClearFilters, ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { FilterLinks } from "#app/ui/areas/list-toolbar.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { frenchOf } from "#app/ui/french-of.ts";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { Route } from "./+types/withdrawals-page.ts";
import { closeWithdrawal, refusalOf, type ClosingOutcome } from "./close-withdrawal.server.ts";
import { linkWithdrawal, type LinkOutcome } from "./link-withdrawal.server.ts";
import { ClosingStep } from "./withdrawal-closing-form.tsx";
import { closingForm } from "./withdrawal-closing-schema.ts";
import { listWithdrawals, readWithdrawal } from "./withdrawal-list.server.ts";
import { isClosable, withdrawalsAddress } from "./withdrawal-query.ts";
import { WithdrawalsTable } from "./withdrawals-table.tsx";

const TITLE = "Rétractations";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const query = withdrawalsAddress.parse(new URL(request.url).searchParams);
  const list = await listWithdrawals(context.get(requestContext).services.db, query);
  return { query: { ...query, page: list.page }, list };
}

type Message = { isDone: boolean; text: string };
const MESSAGES: Record<LinkOutcome["kind"], Message> = {
  linked: { isDone: true, text: "La rétractation est rapprochée de sa commande." },
  "already-linked": { isDone: false, text: "Cette rétractation a déjà sa commande." },
  closed: { isDone: false, text: "Cette rétractation est close." },
  "unknown-number": { isDone: false, text: "Aucune commande n’a ce numéro." },
  "not-found": { isDone: false, text: "Document not found" },
};
const CLOSING_MESSAGES: Record<ClosingOutcome["kind"], Message> = {
  closed: { isDone: true, text: "La rétractation est close. La raison part par e-mail." },
  "already-ended": { isDone: false, text: "Cette rétractation est déjà terminée." },
  refunding: {
    isDone: false,
    text: "Un remboursement de cette commande est en cours\u00a0: attendez sa fin.",
  },
  binding: {
    isDone: false,
    text: "Cette déclaration oblige à rembourser, ou à annuler la commande non payée\u00a0: seul son auteur peut la retirer, sur sa page «\u00a0Renoncer au contrat\u00a0». Le remboursement d’une rétractation peut attendre les produits, ou la preuve de leur envoi (articles L221-24 et L216-7 du code de la consommation).",
  },
  changed: {
    isDone: false,
    text: "Cette rétractation a été rapprochée d’une commande entre-temps\u00a0: relisez-la.",
  },
  "not-found": { isDone: false, text: "Document not found" },
};

/**
 * POST: links a statement to the order with the posted number, or closes it without a refund (`intent=close`). Both are irreversible, so
 * the first request only asks; the one with `confirmed=1` acts.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  if (form.get("intent") === "close") return close(services, admin, form);
  const [id, number] = [form.get("id"), form.get("number")];
  if (typeof id !== "string" || typeof number !== "string") throw data(null, { status: 400 });
  if (form.get("confirmed") !== "1") {
    const order = await orderOfNumber(services.db, number);
    return order
      ? { kind: "ask" as const, values: { id, number }, order }
      : data(
          { kind: "invalid" as const, values: { id, number }, ...MESSAGES["unknown-number"] },
          { status: 400 },
        );
  }
  const { kind } = await linkWithdrawal(services, admin, { id, number });
  if (kind === "not-found") throw data("Document not found", { status: 404 });
  return { kind: "done" as const, ...MESSAGES[kind] };
}

async function close(services: Services, admin: Admin, form: FormData) {
  const parsed = parseForm(closingForm, form);
  if (!parsed.ok) {
    const { id = "", reason = "" } = parsed.values;
    const text = parsed.errors["reason"];
    if (!text) throw data(null, { status: 400 });
    return data({ kind: "invalid-reason" as const, values: { id, reason }, text }, { status: 400 });
  }
  const values = { intent: "close", ...parsed.value };
  if (form.get("confirmed") !== "1") {
    const withdrawal = await readWithdrawal(services.db, values.id);
    if (!withdrawal) throw data("Document not found", { status: 404 });
    if (isClosable(withdrawal)) return { kind: "ask-closing" as const, values, withdrawal };
    return { kind: "done" as const, ...CLOSING_MESSAGES[refusalOf(withdrawal)] };
  }
  const { kind } = await closeWithdrawal(services, admin, parsed.value);
  if (kind === "not-found") throw data("Document not found", { status: 404 });
  return { kind: "done" as const, ...CLOSING_MESSAGES[kind] };
}

export default function WithdrawalsPage({
  loaderData: { query, list },
  actionData,
}: Route.ComponentProps) {
  useLive("withdrawal", "order");
  const isBusy = useNavigation().formMethod === "POST";
  const done = actionData?.kind === "done" ? actionData : null;
  const [asked, step] = useAsked(actionData, "ask");
  const [askedClosing, closingStep] = useAsked(actionData, "ask-closing");
  useAnswer(done, ({ isDone, text }) => {
    if (isDone) toast.success(text);
    else toast.error(text);
  });
  const backHref = withdrawalsAddress.href(query);
  const { counts, page, pageCount, withdrawals } = list;
  const total = counts[query.group];
  return (
    <ListPage
      title={TITLE}
      intro="Le remboursement est dû 14 jours après la rétractation ; il peut attendre les produits, ou la preuve de leur envoi, sauf après une annulation pour retard. Une rétractation faite dans le délai légal ne se clôt que par le remboursement, ou par son auteur qui la retire."
      above={
        <>
          {done && (
            <noscript>
              <Note tone={done.isDone ? "ok" : "warning"}>{done.text}</Note>
            </noscript>
          )}
          <ClosingStep asked={askedClosing} backHref={backHref} {...closingStep} />
          <ConfirmStep
            question="Rapprocher cette rétractation de cette commande ?"
            confirmLabel="Rapprocher"
            answer={asked && { ...asked.values, confirmed: "1" }}
            backHref={backHref}
            {...step}
          >
            {asked && (
              <p>{`Commande ${asked.order.number} ${frenchOf(asked.order.customerName)}, ${formatPrice(asked.order.totalCents)}. On ne peut pas revenir en arrière.`}</p>
            )}
          </ConfirmStep>
        </>
      }
      toolbar={
        <div className="toolbar">
          <FilterLinks {...withdrawalsAddress.links("group", query, counts)} />
        </div>
      }
      total={total}
      count={plural(total, "rétractation")}
      {...withdrawalsAddress.pages(query, pageCount)}
      pagesLabel="Pages des rétractations"
      empty={counts.toutes === 0 ? NONE : NONE_FOUND}
    >
      <WithdrawalsTable
        withdrawals={withdrawals}
        caption={`Rétractations, page ${page} sur ${pageCount}`}
        refused={actionData?.kind === "invalid" ? actionData : null}
        refusedReason={actionData?.kind === "invalid-reason" ? actionData : null}
        isBusy={isBusy}
      />
    </ListPage>
  );
}

const NONE: EmptyList = {
  title: "Aucune rétractation pour l’instant",
  text: "Celles que vos clients déclarent par « Renoncer au contrat ici » s’inscriront ici.",
};
const NONE_FOUND: EmptyList = {
  title: "Aucune rétractation ici",
  text: "Aucune rétractation n’est dans cet état.",
  action: (
    <ClearFilters to="/admin/retractations?etat=toutes" label="Voir toutes les rétractations" />
  ),
};

export const ErrorBoundary = listErrorBoundary(TITLE);
