import { useRouteLoaderData } from "react-router";
import { pageMeta, siteOf } from "#app/platform/page-meta.ts";
import type { RootData } from "#app/root.tsx";
import type { Route } from "./+types/terms-page.ts";
import { LegalPage } from "./legal-page.tsx";
import { TERMS_UPDATED_ON, termsSections } from "./terms-content.tsx";

const TITLE = "Conditions générales de vente";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: TITLE,
    description:
      "Prix, commande, paiement, livraison, rétractation et retours sous 30 jours, garanties légales : les conditions générales de vente d’Éclat.",
    path: "/condition-generale-de-vente",
    baseUrl: siteOf(matches).baseUrl,
  });

export default function TermsPage() {
  const shop = useRouteLoaderData<RootData>("root")?.shop;
  return (
    shop && <LegalPage title={TITLE} updatedOn={TERMS_UPDATED_ON} sections={termsSections(shop)} />
  );
}
