import { pageMeta, siteOf } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { useShop } from "#app/root-shop.ts";
import type { Route } from "./+types/privacy-page.ts";
import { LastChange, LegalPage } from "./legal-page.tsx";
import { privacySections } from "./privacy-content.tsx";

const TITLE = "Politique de confidentialité";
const UPDATED_ON = "2024-02-19";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: TITLE,
    description: `Quelles données ${siteOf(matches).name} garde, pourquoi, combien de temps, et vos droits. Aucun traceur publicitaire ni mesure d’audience sur ce site.`,
    path: "/plitique-de-confidentialite",
    ...siteOf(matches),
  });

export const loader = ({ context }: Route.LoaderArgs) => ({
  hasRelays: context.get(requestContext).services.relays !== null,
});

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  return (
    shop && (
      <LegalPage
        title={TITLE}
        updatedOn={<LastChange day={UPDATED_ON} />}
        sections={privacySections(shop, loaderData)}
      />
    )
  );
}
