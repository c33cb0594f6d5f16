import { z } from "zod";
import { line } from "#app/settings/field-schema.ts";
import { defineSettings, type ValueOf } from "#app/settings/settings-group.ts";

/** The number of an account of the French chart of accounts (plan comptable général), as accounting programs accept it. */
const schema = line(8).pipe(
  z
    .string()
    .regex(/^[1-7]\d{2,7}$/, "Un numéro de compte a de 3 à 8 chiffres et commence par 1 à 7."),
);

/** The accounts of the entries in the FEC (accounting-entries.ts). */
export const ledgerAccountsSettings = defineSettings({
  name: "accounts",
  path: "comptes",
  title: "Comptes",
  icon: "table-2",
  summary: "Les numéros de compte des écritures (FEC)",
  fields: {
    customers: { label: "Clients", schema, initial: "411000" },
    sales: { label: "Ventes de marchandises", schema, initial: "707000" },
    salesAbroad: { label: "Ventes à distance (UE)", schema, initial: "707100" },
    delivery: { label: "Ports et frais accessoires facturés", schema, initial: "708500" },
    vat: { label: "TVA collectée", schema, initial: "445710" },
    vatAbroad: { label: "TVA collectée, guichet unique OSS", schema, initial: "445711" },
    provider: { label: "PayPal", schema, initial: "517000" },
    fees: { label: "Services bancaires et assimilés", schema, initial: "627000" },
    bank: { label: "Banque", schema, initial: "512000" },
    cash: { label: "Caisse", schema, initial: "530000" },
    others: { label: "Autres comptes débiteurs ou créditeurs", schema, initial: "467000" },
  },
});

export type LedgerAccounts = ValueOf<typeof ledgerAccountsSettings>;
