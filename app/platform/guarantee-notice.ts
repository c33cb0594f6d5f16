/**
 * The contents of the harmonised notice on the legal guarantee (directive 2011/83, articles 6(1)(l) and 22a; implementing
 * regulation 2025/1960) in words. Its picture in colour is guarantee-notice.svg: replace both together.
 */
export const GUARANTEE_NOTICE = {
  title: "Garantie légale de conformité dans l’Union européenne",
  text: [
    "Deux ans au moins\u00a0: le vendeur répond de tout défaut de conformité qui apparaît dans les deux ans qui suivent la livraison. La loi de votre pays peut prévoir davantage.",
    "Vous avez droit, sans frais, à la réparation ou au remplacement du produit.",
    "Si c’est impossible ou trop long, vous avez droit à une réduction du prix ou au remboursement.",
    "Adressez-vous au vendeur. Vos droits dans chaque pays\u00a0: europa.eu/youreurope.",
  ],
};

/** The same as one text: the alternative of the picture. */
export const GUARANTEE_NOTICE_TEXT = [`${GUARANTEE_NOTICE.title}.`, ...GUARANTEE_NOTICE.text].join(
  " ",
);
