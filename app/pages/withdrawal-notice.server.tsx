import { LEGAL_DAYS, offeredText } from "#app/platform/return-period-schema.ts";
import type { Shop } from "#app/settings/shop.ts";

/** A paragraph on the days that the shop offers beyond the legal ones; nothing without any. `days`: legal and offered days in total. */
export function OfferedDays({ days }: { days: number }) {
  if (days <= LEGAL_DAYS) return null;
  return (
    <>
      <h3>{days > LEGAL_DAYS + 1 ? `Les ${offeredText(days, " jours")}` : "Le jour offert"}</h3>
      <p>
        {`Une fois le délai légal écoulé et jusqu’au ${days}e jour, nous reprenons aux mêmes conditions les produits ni ouverts ni utilisés, dans leur emballage d’origine. Cette offre s’ajoute à votre droit légal et ne le réduit en rien.`}
      </p>
    </>
  );
}

/**
 * The model notice on withdrawal (annex to article R221-3 of the Code de la consommation), with the option (3) of décret
 * 2026-3, article 7: the online function. Only the server renders it (terms-parts.server.tsx).
 */
export function WithdrawalNotice({ shop }: { shop: Shop }) {
  const { legalName, address, phone, email } = shop;
  return (
    <>
      <h3>Informations concernant l’exercice du droit de rétractation</h3>
      <p>
        Vous avez le droit de vous rétracter du présent contrat sans donner de motif dans un délai
        de quatorze jours. Le délai de rétractation expire quatorze jours après le jour où
        vous-même, ou un tiers autre que le transporteur et désigné par vous, prend physiquement
        possession du dernier bien. S’il expire un samedi, un dimanche ou un jour férié ou chômé, il
        est prorogé jusqu’au premier jour ouvrable suivant.
      </p>
      <p>
        {`Pour exercer le droit de rétractation, vous devez nous notifier (${[legalName, address, phone, email].filter(Boolean).join(", ")}) votre décision de rétractation du présent contrat au moyen d’une déclaration dénuée d’ambiguïté (par exemple, lettre envoyée par la poste ou courrier électronique). Vous pouvez utiliser le modèle de formulaire de rétractation, mais ce n’est pas obligatoire.`}
      </p>
      <p>
        Vous pouvez également exercer votre droit de rétractation en ligne sur{" "}
        <a className="link" href="/retractation">
          Renoncer au contrat ici
        </a>
        . Si vous utilisez cette fonctionnalité en ligne, nous vous enverrons, dans les meilleurs
        délais, un accusé de réception de la rétractation sur un support durable (par exemple, par
        courriel), y compris son contenu ainsi que la date et l’heure de sa soumission.
      </p>
      <p>
        Pour que le délai de rétractation soit respecté, il suffit que vous transmettiez votre
        communication relative à l’exercice du droit de rétractation avant l’expiration du délai de
        rétractation.
      </p>
      <h3>Effets de rétractation</h3>
      <p>
        En cas de rétractation de votre part du présent contrat, nous vous rembourserons tous les
        paiements reçus de vous, y compris les frais de livraison (à l’exception des frais
        supplémentaires découlant du fait que vous avez choisi, le cas échéant, un mode de livraison
        autre que le mode moins coûteux de livraison standard proposé par nous) sans retard excessif
        et, en tout état de cause, au plus tard quatorze jours à compter du jour où nous sommes
        informés de votre décision de rétractation du présent contrat. Nous procéderons au
        remboursement en utilisant le même moyen de paiement que celui que vous aurez utilisé pour
        la transaction initiale, sauf si vous convenez expressément d’un moyen différent ; en tout
        état de cause, ce remboursement n’occasionnera pas de frais pour vous. Nous pouvons différer
        le remboursement jusqu’à ce que nous ayons reçu le bien ou jusqu’à ce que vous ayez fourni
        une preuve d’expédition du bien, la date retenue étant celle du premier de ces faits.
      </p>
      <p>
        Vous devrez renvoyer ou rendre le bien, à nous-mêmes, sans retard excessif et, en tout état
        de cause, au plus tard quatorze jours après que vous nous aurez communiqué votre décision de
        rétractation du présent contrat. Ce délai est réputé respecté si vous renvoyez le bien avant
        l’expiration du délai de quatorze jours. Vous devrez prendre en charge les frais directs de
        renvoi du bien. Votre responsabilité n’est engagée qu’à l’égard de la dépréciation du bien
        résultant de manipulations autres que celles nécessaires pour établir la nature, les
        caractéristiques et le bon fonctionnement de ce bien.
      </p>
    </>
  );
}
