import { z } from "zod";
import { line } from "./field-schema.ts";

/** The number of an account of the French chart of accounts (plan comptable général), as accounting programs accept it. */
const accountNumber = line(8).pipe(
  z
    .string()
    .regex(/^[1-7]\d{2,7}$/, "Un numéro de compte a de 3 à 8 chiffres et commence par 1 à 7."),
);

/** The accounts of the entries in the FEC (app/fiscal/accounting-entries.ts). */
export const accountsSchema = z.object({
  customers: accountNumber,
  sales: accountNumber,
  salesAbroad: accountNumber,
  delivery: accountNumber,
  vat: accountNumber,
  vatAbroad: accountNumber,
  provider: accountNumber,
  fees: accountNumber,
  bank: accountNumber,
  cash: accountNumber,
  others: accountNumber,
});

export const ACCOUNTS_FIELDS = {
  customers: "Clients",
  sales: "Ventes de marchandises",
  salesAbroad: "Ventes à distance (UE)",
  delivery: "Ports et frais accessoires facturés",
  vat: "TVA collectée",
  vatAbroad: "TVA collectée, guichet unique OSS",
  provider: "PayPal",
  fees: "Services bancaires et assimilés",
  bank: "Banque",
  cash: "Caisse",
  others: "Autres comptes débiteurs ou créditeurs",
};

export const ACCOUNTS_DEFAULTS: z.output<typeof accountsSchema> = {
  customers: "411000",
  sales: "707000",
  salesAbroad: "707100",
  delivery: "708500",
  vat: "445710",
  vatAbroad: "445711",
  provider: "517000",
  fees: "627000",
  bank: "512000",
  cash: "530000",
  others: "467000",
};

export type Accounts = z.output<typeof accountsSchema>;
