import { data, redirectDocument } from "react-router";
import { openGuestOrder } from "#app/accounts/guest-orders.server.ts";
import { ORDER_PAGES, type OrderPage } from "#app/mail/order-pages.ts";
import { followLink } from "#app/orders/guest-link.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/guest-link-page.ts";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Votre commande", matches);

/** The URL contains a token: keep it out of caches and Referer headers. */
const HEADERS = { "cache-control": "private, no-store", "referrer-policy": "no-referrer" };
export const headers: Route.HeadersFunction = () => HEADERS;

/**
 * GET /commande?lien=…&page=…: exchanges the signed link of a mail for a cookie, and redirects to a page of the order, whose address
 * has no token.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, caller } = context.get(requestContext);
  const search = new URL(request.url).searchParams;
  const followed = await followLink(services, search.get("lien") ?? "");
  if (followed.kind !== "open") return data({ kind: followed.kind }, { status: 410 });
  const order = { ...followed.order, from: followed.order.from ?? ("link" as const) };
  const page = search.get("page") ?? "";
  const path = ORDER_PAGES[Object.hasOwn(ORDER_PAGES, page) ? (page as OrderPage) : "suivi"];
  throw redirectDocument(path({ id: order.orderId, number: deliveryNumber(order.orderId) }), {
    headers: {
      ...HEADERS,
      "set-cookie": openGuestOrder(services.config, caller.cookie, order),
    },
  });
}

export default function GuestLinkPage({ loaderData: { kind } }: Route.ComponentProps) {
  const isInAccount = kind === "in-account";
  return (
    <div className="wrap page-end">
      <EmptyState
        level={1}
        title={
          isInAccount ? "Cette commande est dans votre compte" : "Ce lien n’ouvre aucune commande"
        }
        text={
          isInAccount
            ? "Connectez-vous pour la suivre."
            : "Il est incomplet, un autre l’a remplacé, ou il a plus d’un an. Votre commande n’a pas changé\u00a0: suivez le lien de notre dernier e-mail, ou écrivez-nous."
        }
        action={
          isInAccount ? (
            <ButtonLink to="/connexion?retour=commandes">Se connecter</ButtonLink>
          ) : (
            <ButtonLink to="/contact">Nous écrire</ButtonLink>
          )
        }
        drawing="bag"
      />
    </div>
  );
}
