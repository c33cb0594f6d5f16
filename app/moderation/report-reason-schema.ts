/** Why a review is reported, by the value of the form's field. */
export const REPORT_REASONS = {
  illegal: "Propos illicites\u00a0: injure, haine, diffamation",
  personal: "Données personnelles ou atteinte à la vie privée",
  fake: "Faux avis ou publicité",
  unrelated: "Sans rapport avec le produit",
  child: "Exploitation sexuelle d’un enfant",
  other: "Autre motif",
} as const;

export type ReportReason = keyof typeof REPORT_REASONS;

/** Offences against children are reported without a name (regulation 2022/2065, art. 16 (2) c; directive 2011/93, art. 3 to 7). */
export const ANONYMOUS_REASON = "child" satisfies ReportReason;
