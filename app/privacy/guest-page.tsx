import { data, Form, useNavigate, useNavigation, useSearchParams } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { renewLink } from "#app/orders/guest-link.server.ts";
import { ordersAddress } from "#app/orders/order-query.ts";
import { getOrder } from "#app/orders/order-reading.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ConfirmStep } from "#app/ui/areas/confirm-step.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/guest-page.ts";
import { eraseGuest, type ErasureOutcome } from "./erase-guest.server.ts";

const TITLE = "Client sans compte";
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const order = await getOrder(context.get(requestContext).services.db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  const { id, customerName: name, guestEmail: email, disownedAt } = order;
  return { id, name, email: email && shownEmail(email), isDetached: disownedAt !== null };
}

type Said = { status: number; text: string };
const ERASED: Record<ErasureOutcome["kind"], Said> = {
  erased: { status: 200, text: "Ses données sont effacées de toutes ses commandes." },
  none: {
    status: 409,
    text: "Cette commande n’a plus de client sans compte\u00a0: rien n’a changé.",
  },
  "order-on-its-way": {
    status: 409,
    text: "Une de ses commandes reste à livrer\u00a0: livrez-la ou annulez-la d’abord.",
  },
  "money-under-way": {
    status: 409,
    text: "Un paiement ou un remboursement n’est pas terminé\u00a0: attendez sa fin.",
  },
  "open-withdrawal": {
    status: 409,
    text: "Une rétractation ou une annulation n’est pas terminée\u00a0: remboursez-la ou clôturez-la d’abord.",
  },
};
const RENEWED: Record<Awaited<ReturnType<typeof renewLink>>, Said> = {
  renewed: {
    status: 200,
    text: "Un nouveau lien part par e-mail. Les précédents n’ouvrent plus la commande.",
  },
  "not-guest": ERASED.none,
};

/** POST: `intent=renew` revokes the order's links and mails another, `intent=erase` erases the buyer's data. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const intent = (await readForm(request)).get("intent");
  if (intent !== "renew" && intent !== "erase") throw data(null, { status: 400 });
  const order = await getOrder(services.db, params.id);
  if (!order) throw data("Document not found", { status: 404 });
  if (intent === "renew") return said(RENEWED[await renewLink(services, admin, order.id)]);
  const { id: detachedId, guestEmail } = order;
  const guest = guestEmail === null ? { detachedId } : { guestEmail };
  return said(ERASED[(await eraseGuest(services, admin, guest)).kind]);
}

const said = ({ status, text }: Said) => data({ isDone: status === 200, text }, status);

export default function GuestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, email, isDetached } = loaderData;
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const page = `/admin/commandes/${id}/sans-compte`;
  return (
    <>
      <BackLink to={ordersAddress.href({}, { commande: id })}>
        {`Commande ${deliveryNumber(id)}`}
      </BackLink>
      <PageHead title={TITLE}>{email === null ? name : `${name}, ${email}`}</PageHead>
      {actionData && (
        <Note tone={actionData.isDone ? "ok" : "warning"} role="status" focusOn={actionData}>
          {actionData.text}
        </Note>
      )}
      {isDetached && (
        <Note title="Cette commande n’a plus d’adresse e-mail.">
          La personne qui a cette adresse ne reconnaît pas la commande, ou a supprimé son compte.
          Joignez le client par téléphone.
        </Note>
      )}
      {email === null && !isDetached && !actionData && <Note>{ERASED.none.text}</Note>}
      {email !== null && (
        <Panel id="lien" title="Lien de la commande">
          <Form className="panel__body stack" method="post" action={page}>
            <p>
              Ses e-mails contiennent un lien signé, valable un an, qui ouvre cette commande. S’il
              est tombé en d’autres mains, remplacez-le&nbsp;: le nouveau part à{" "}
              <span>{email}</span>.
            </p>
            <div className="acts-row">
              <Button name="intent" value="renew" variant="secondary" size="s" busy={isBusy}>
                Révoquer et envoyer un nouveau lien
              </Button>
            </div>
          </Form>
        </Panel>
      )}
      {(email !== null || isDetached) && (
        <Panel id="donnees" title="Données personnelles" body="stack">
          <p>
            À sa demande, ou trois ans après sa dernière commande, son nom, son adresse, son
            téléphone et son e-mail quittent toutes ses commandes. Les factures restent dix ans.
          </p>
          <div className="acts-row">
            <ButtonLink to={`${page}?effacer=1`} variant="secondary" size="s" preventScrollReset>
              Effacer ses données
            </ButtonLink>
          </div>
        </Panel>
      )}
      <ConfirmStep
        question="Effacer les données de ce client&nbsp;?"
        confirmLabel="Effacer ses données"
        destructive
        answer={
          (email !== null || isDetached) && search.has("effacer") ? { intent: "erase" } : null
        }
        onCancel={() => void navigate(page, { replace: true, preventScrollReset: true })}
        backHref={page}
      >
        <p>On ne peut pas revenir en arrière. Ses commandes impayées sont annulées.</p>
      </ConfirmStep>
    </>
  );
}
