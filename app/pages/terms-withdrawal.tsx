import { AT_RELAY } from "#app/platform/return-period-schema.ts";
import type { Shop } from "#app/settings/shop.ts";
import { frenchOf } from "#app/ui/french-of.ts";
import { TextLink } from "#app/ui/link.tsx";
import type { LegalSection } from "./legal-page.tsx";
import type { TermsParts } from "./terms-parts.server.tsx";

/**
 * The right of withdrawal: 14 days by law (L221-18 to L221-28) and further days that the shop offers (16 by default, specification §9).
 * `period`: both in words. `notice`: the offered days and the model notice as HTML (withdrawal-notice.server.tsx).
 */
export const withdrawalSection = (
  shop: Shop,
  { period, notice }: Pick<TermsParts, "period" | "notice">,
): LegalSection => ({
  id: "retractation",
  title: `Rétractation et retours sous ${shop.returnDays} jours`,
  body: (
    <>
      <p>
        <b>{period}</b>, à compter du jour où vous recevez les produits, ou le dernier d’entre eux
        s’ils arrivent séparément. {AT_RELAY}
      </p>
      <p>
        Le plus simple : <TextLink to="/retractation">Renoncer au contrat ici</TextLink>, en bas de
        chaque page et sur votre commande. Renvoyez les produits à notre adresse, selon les « Effets
        de rétractation » ci-dessous. Un paiement en espèces est remboursé par un moyen convenu avec
        vous.
      </p>
      {/* oxlint-disable-next-line react/no-danger -- written and escaped by React (terms-parts.server.tsx) */}
      <div className="legal__own" dangerouslySetInnerHTML={{ __html: notice }} />
      <ModelForm shop={shop} />
    </>
  ),
});

/** The model withdrawal form of the annex to article R221-1, verbatim. */
function ModelForm({ shop: { legalName, address, email } }: { shop: Shop }) {
  const seller = [legalName, address, email].filter(Boolean).join(", ");
  return (
    <>
      <h3 id="formulaire-de-retractation">Modèle de formulaire de rétractation</h3>
      <div className="legal__box">
        <p>
          (Veuillez compléter et renvoyer le présent formulaire uniquement si vous souhaitez vous
          rétracter du contrat.)
        </p>
        <p>{`À l’attention ${frenchOf(seller)}\u00a0:`}</p>
        <p>
          Je/nous (*) vous notifie/notifions (*) par la présente ma/notre (*) rétractation du
          contrat portant sur la vente du bien (*)/pour la prestation de services (*) ci-dessous :
        </p>
        <p>Commandé le (*)/reçu le (*) :</p>
        <p>Nom du (des) consommateur(s) :</p>
        <p>Adresse du (des) consommateur(s) :</p>
        <p>
          Signature du (des) consommateur(s) (uniquement en cas de notification du présent
          formulaire sur papier) :
        </p>
        <p>Date :</p>
        <p>(*) Rayez la mention inutile.</p>
      </div>
    </>
  );
}
