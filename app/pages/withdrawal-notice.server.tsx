import { LEGAL_DAYS, offeredText } from "#app/platform/return-period-schema.ts";

/** The days that the shop offers beyond the legal ones; nothing without any. `days`: the whole period. */
export function OfferedDays({ days }: { days: number }) {
  if (days <= LEGAL_DAYS) return null;
  const first = LEGAL_DAYS + 1;
  const nth = (day: number) => (
    <>
      {day}
      <sup>e</sup>
    </>
  );
  const period =
    days > first ? (
      <>
        Du {nth(first)} au {nth(days)} jour
      </>
    ) : (
      <>Le {nth(days)} jour</>
    );
  return (
    <>
      <h3>{days > first ? `Les ${offeredText(days, " jours")}` : "Le jour offert"}</h3>
      <p>
        <span>{period}</span>, nous reprenons aux mêmes conditions les produits ni ouverts ni
        utilisés, dans leur emballage d’origine. Cette offre s’ajoute à votre droit légal et ne le
        réduit en rien.
      </p>
    </>
  );
}

/**
 * The model notice on withdrawal (annex to article R221-3 of the Code de la consommation), with the option (3) of décret
 * 2026-3, article 7: the online function. Only the server renders it (terms-text.server.tsx).
 */
export function WithdrawalNotice() {
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
        Pour exercer le droit de rétractation, vous devez nous notifier votre décision de
        rétractation du présent contrat au moyen d’une déclaration dénuée d’ambiguïté (par exemple,
        lettre envoyée par la poste ou courrier électronique). Vous pouvez utiliser le modèle de
        formulaire de rétractation, mais ce n’est pas obligatoire.
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
    </>
  );
}
