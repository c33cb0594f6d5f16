import { data } from "react-router";
import { noindexMeta } from "#app/platform/page-meta.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/mail-received-page.ts";
import { noteTrialArrived } from "./trial-mail.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta("Message d’essai", matches);

export const headers: Route.HeadersFunction = () => ({
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
});

/** GET: the link of the trial mail. Whoever opens it has the mail; that is all it says. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = context.get(requestContext);
  const token = new URL(request.url).searchParams.get("lien") ?? "";
  const hasArrived = await noteTrialArrived(services, token);
  return data({ hasArrived }, { status: hasArrived ? 200 : 410 });
}

// Loading it again would find the link used.
export const shouldRevalidate = () => false;

export default function MailReceivedPage({ loaderData: { hasArrived } }: Route.ComponentProps) {
  return (
    <div className="wrap page-end">
      <EmptyState
        drawing="flower"
        title={hasArrived ? "Vos e-mails arrivent" : "Ce lien ne sert plus"}
        text={
          hasArrived
            ? "C’est noté dans la liste d’ouverture de la boutique."
            : "Il a déjà servi, il a plus d’un jour, ou un autre message d’essai est parti depuis."
        }
        action={<ButtonLink to="/admin/ouverture">Voir la liste d’ouverture</ButtonLink>}
      />
    </div>
  );
}
