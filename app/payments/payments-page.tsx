import { data, Form, useNavigation } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { MISMATCH_NAMES, deliveryNumber } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { pageHref } from "#app/ui/areas/list-address.ts";
import { ListPage } from "#app/ui/areas/list-page.tsx";
import { Moment } from "#app/ui/areas/moment.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { frenchMoment } from "#app/ui/french-date.ts";
import { frenchOf } from "#app/ui/french-of.ts";
import { Link } from "#app/ui/link.tsx";
import { pageNumber } from "#app/ui/page-number.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/payments-page.ts";
import { checkPayments } from "./check-payments.server.ts";
import {
  readPaymentIssues,
  resolveMismatch,
  type PaymentIssues,
} from "./payment-mismatches.server.ts";

const TITLE = "Paiements";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const page = pageNumber(new URL(request.url).searchParams);
  return readPaymentIssues(context.get(requestContext).services.db, { page });
}

/** POST: closes a mismatch (`resolve`), or reads all unknown outcomes from the provider now (`check`). */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "check":
      await checkPayments(services, { olderThanSeconds: 5, onlyWaiting: true });
      return null;
    case "resolve": {
      const id = String(form.get("id"));
      const outcome = await resolveMismatch(services.db, admin, id);
      if (outcome.kind === "not-found") throw data("Document not found", { status: 404 });
      return null;
    }
    default:
      throw data(null, { status: 400 });
  }
}

export default function PaymentsPage({ loaderData: issues }: Route.ComponentProps) {
  useLive("order", "message");
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <ListPage
      title={TITLE}
      intro="Ce que PayPal n’a pas encore confirmé, et ce qui ne correspond pas aux commandes."
      actions={
        <ButtonLink icon="table-2" to="/admin/paiements/rapprochement" variant="plain" size="s">
          Rapprochement PayPal
        </ButtonLink>
      }
      above={<Waiting issues={issues} isBusy={isBusy} />}
      panel={{ id: "ecarts", title: "Écarts" }}
      total={issues.total}
      count={plural(issues.total, "écart")}
      page={issues.page}
      pageCount={issues.pageCount}
      href={(page) => pageHref("/admin/paiements", page)}
      pagesLabel="Pages des écarts"
      empty={{ title: "Aucun écart", text: "Chaque paiement correspond à sa commande." }}
    >
      <ul className="panel__body trail trail--cards">
        {issues.mismatches.map((item) => (
          <Mismatch key={item.id} item={item} isBusy={isBusy} />
        ))}
      </ul>
    </ListPage>
  );
}

/** Payments and refunds that PayPal has not confirmed yet. */
function Waiting({ issues, isBusy }: { issues: PaymentIssues; isBusy: boolean }) {
  const waiting = [
    ...issues.waitingPayments.map((payment) => ({ ...payment, label: "Paiement" })),
    ...issues.waitingRefunds.map((refund) => ({ ...refund, label: "Remboursement" })),
  ];
  return (
    <Panel
      id="attente"
      title="En cours de vérification"
      aside={
        waiting.length > 0 && (
          <Form method="post" preventScrollReset>
            <Button name="intent" value="check" variant="plain" size="xs" busy={isBusy}>
              Vérifier maintenant
            </Button>
          </Form>
        )
      }
      body=""
    >
      {waiting.length === 0 ? (
        <p className="soft">Rien n’attend de réponse de PayPal.</p>
      ) : (
        <ul className="trail trail--cards">
          {waiting.map(({ id, label, orderId, customerName, amountCents, since }) => (
            <li key={id}>
              <div>
                {label} de {formatPrice(amountCents)},{" "}
                <OrderLink orderId={orderId} customerName={customerName} />
              </div>
              <Moment at={since} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function OrderLink({ orderId, customerName }: { orderId: string; customerName: string }) {
  return (
    <>
      commande{" "}
      <Link className="code" to={`/admin/commandes?commande=${orderId}`}>
        {deliveryNumber(orderId)}
      </Link>{" "}
      {frenchOf(customerName)}
    </>
  );
}

function Mismatch({
  item,
  isBusy,
}: {
  item: PaymentIssues["mismatches"][number];
  isBusy: boolean;
}) {
  return (
    <li className={item.resolvedAt ? "done" : undefined}>
      <div>
        <Tag tone={item.resolvedAt ? "outline" : "error"} label={MISMATCH_NAMES[item.kind]} />{" "}
        <OrderLink orderId={item.orderId} customerName={item.customerName} />
        <p className="soft">{item.detail}</p>
        {item.captureId && <p className="muted small">{`Transaction PayPal ${item.captureId}`}</p>}
        {item.resolvedAt ? (
          <p className="muted small">{`Traité le ${frenchMoment(item.resolvedAt)}${item.resolvedBy ? ` par ${item.resolvedBy}` : ""}`}</p>
        ) : (
          <Form method="post" preventScrollReset>
            {item.kind === "reversed" && (
              <p className="muted small">
                Une fois traitée, la commande est de nouveau à livrer&nbsp;; annulez-la si elle ne
                doit pas partir.
              </p>
            )}
            <input type="hidden" name="id" value={item.id} />
            <Button name="intent" value="resolve" variant="plain" size="xs" busy={isBusy}>
              Marquer comme traité
              <span className="sr">{`, commande ${deliveryNumber(item.orderId)}`}</span>
            </Button>
          </Form>
        )}
      </div>
      <Moment at={item.createdAt} />
    </li>
  );
}

export const ErrorBoundary = listErrorBoundary(TITLE);
