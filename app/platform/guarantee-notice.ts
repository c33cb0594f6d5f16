/** What a notice on the legal guarantee says. */
export type NoticeWords = { title: string; text: readonly string[] };

/** The shop's own text, shown if the official file is missing. It does not imitate the file's design. */
export const OWN_WORDS: NoticeWords = {
  title: "Garantie légale de conformité dans l’Union européenne",
  text: [
    "Deux ans au moins\u00a0: le vendeur répond de tout défaut de conformité qui apparaît dans les deux ans qui suivent la livraison. La loi de votre pays peut prévoir davantage.",
    "Vous avez droit, sans frais, à la réparation ou au remplacement du produit.",
    "Si c’est impossible ou trop long, vous avez droit à une réduction du prix ou au remboursement.",
    "Adressez-vous au vendeur.",
  ],
};

/**
 * The text of the official file (implementing regulation 2025/1960, annex I, French version), for its `alt`. Source: a public transcript
 * that says it was compared with the Commission's PDF « FRN ».
 */
export const OFFICIAL_WORDS: NoticeWords = {
  title: "Avis officiel sur la garantie légale de conformité",
  text: [
    "Protection offerte par la garantie légale minimale de deux ans sur des biens vendus dans l’Union européenne.",
    "Les consommateurs peuvent faire valoir leurs droits au titre de la garantie légale de conformité, par exemple si les biens\u00a0: ne correspondent pas à la description\u00a0; ne fonctionnent pas comme prévu.",
    "Les vendeurs sont responsables de tout défaut de conformité qui existait au moment de la livraison des biens et qui apparaît pendant la période de garantie légale. Les vendeurs se trouvant dans une telle situation sont tenus de proposer\u00a0: une réparation gratuite ou un remplacement gratuit\u00a0; dans certains cas, une réduction de prix ou un remboursement intégral.",
    "Dans certains pays, la période de garantie légale est plus longue. Pour les biens d’occasion, une période plus courte peut s’appliquer, mais elle ne peut être inférieure à un an.",
    "Pour en savoir plus sur vos droits dans un pays donné, scannez le code QR ci-dessous ou consultez le vendeur.",
    "Que faire si vous recevez des biens non conformes\u00a0: 1. Contactez le vendeur dès que possible pour signaler le problème\u00a0; 2. Fournissez une preuve d’achat, telle qu’un reçu, une facture ou un relevé bancaire.",
    "Les vendeurs et les producteurs peuvent également offrir des garanties commerciales, qui s’appliquent indépendamment de la garantie légale. Par exemple, il se peut que votre bien affiche ce label GARAN, représentant une garantie commerciale de durabilité offerte par le producteur sans frais supplémentaires et s’appliquant à l’ensemble du bien.",
  ],
};
