export const SECTIONS = {
  seller: "Votre identité",
  contact: "Vos coordonnées",
  payment: "Le paiement",
  mails: "Les e-mails",
  site: "Le site",
  catalogue: "Le catalogue",
} as const;

/** One line of /admin/ouverture. */
export type Line = {
  id: string;
  section: keyof typeof SECTIONS;
  title: string;
  isDone: boolean;
  /** Without it the shop doesn't open. */
  isObligatory: boolean;
  /** Why it is asked, or what is wrong. */
  why: string;
  /** The page that completes it; null: a setting of the server, which `why` names. */
  to: string | null;
};

/** The obligatory lines that keep the shop closed. */
export const missingOf = (lines: readonly Line[]): Line[] =>
  lines.filter(({ isObligatory, isDone }) => isObligatory && !isDone);
