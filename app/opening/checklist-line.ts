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
  /** Done without a check: nobody else reaches this machine (decision 53), or payments are simulated. */
  isMoot?: boolean;
  /** Without it the shop doesn't open. */
  isObligatory: boolean;
  /** Why it is asked, what is wrong, or what is there; commands and variables between backquotes. */
  why: string;
  /** The page that completes it; null: a setting of the server, which `why` names. */
  to: string | null;
  /** A button that completes it here: the verb of the page's form. */
  button?: { intent: string; label: string };
};

/** The obligatory lines that keep the shop closed. */
export const missingOf = (lines: readonly Line[]): Line[] =>
  lines.filter(({ isObligatory, isDone }) => isObligatory && !isDone);

/** Why a line is moot where nobody else reaches the shop. */
export const LOCAL = "Cette boutique n’est accessible que depuis cette machine.";
