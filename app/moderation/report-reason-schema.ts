/** Why a review is reported, by the value of the form's field. */
export const REPORT_REASONS = {
  illegal: "Propos illicites\u00a0: injure, haine, diffamation",
  personal: "Données personnelles ou atteinte à la vie privée",
  fake: "Faux avis ou publicité",
  unrelated: "Sans rapport avec le produit",
  other: "Autre motif",
} as const;

export type ReportReason = keyof typeof REPORT_REASONS;
