import { pageMeta, siteOf } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { useShop } from "#app/root-shop.ts";
import { frenchOf } from "#app/ui/french-of.ts";
import type { Route } from "./+types/terms-page.ts";
import { LegalPage } from "./legal-page.tsx";
import { termsSections } from "./terms-content.tsx";
import { TermsHistory } from "./terms-history.tsx";
import { termsParts } from "./terms-parts.server.tsx";

const TITLE = "Conditions générales de vente";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: TITLE,
    description: `Prix, commande, paiement, livraison, rétractation et retours sous ${siteOf(matches).shop?.returnDays} jours, garanties légales : les conditions générales de vente ${frenchOf(siteOf(matches).name)}.`,
    path: "/condition-generale-de-vente",
    ...siteOf(matches),
  });

export function loader({ context }: Route.LoaderArgs) {
  const settings = context.get(requestContext).services.settings.current();
  return { terms: settings.terms, html: termsParts(settings) };
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { terms, html } = loaderData;
  const shop = useShop();
  return (
    shop && (
      <LegalPage
        title={TITLE}
        updatedOn={<TermsHistory terms={terms} />}
        sections={termsSections(shop, html)}
      />
    )
  );
}
