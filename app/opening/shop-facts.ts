import type { Settings } from "#app/settings-values.ts";

/** The facts from which the lines of the opening list are computed. */
export type Facts = {
  /** The groups in force; `isNamed`: the name was chosen. */
  settings: Pick<Settings, "identity" | "home" | "contact" | "legal" | "delivery" | "sales">;
  isNamed: boolean;
  /** How online payments are made; « simulated » is possible on the machine's own address only. */
  payments: "live" | "sandbox" | "simulated";
  doCredentialsAnswer: boolean;
  isWebhookProven: boolean;
  hasWebhook: boolean;
  sendsMails: boolean;
  isMailProven: boolean;
  isPublic: boolean;
  isHttps: boolean;
  hasDemoAccounts: boolean;
  /** The embedded PostgreSQL's version if it has known vulnerabilities, and the version that an administrator accepted. */
  postgres: { outdated: string | null; accepted: string | null };
  products: {
    count: number;
    withoutPicture: number;
    withoutText: number;
    withoutList: number;
    /** Products whose sheet lacks a fact that the law requires (catalogue/facts/product-facts.ts). */
    incomplete: number;
    /** Cosmetics with a banned ingredient, among the newest products. */
    banned: number;
    /** In `ACNE_CATEGORY`. */
    inAcneCategory: number;
  };
  /** Null: none was made. */
  backupAgeHours: number | null;
};
