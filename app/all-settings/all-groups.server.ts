import { deliverySettings } from "#app/checkout/delivery-settings.ts";
import { salesSettings } from "#app/checkout/sales-settings.ts";
import { ledgerAccountsSettings } from "#app/fiscal/ledger-accounts-settings.ts";
import { homeSettings } from "#app/home/home-settings.server.ts";
import { pagesSettings } from "#app/pages/pages-settings.server.ts";
import { reductionsSettings } from "#app/reductions/reductions-settings.server.ts";
import { appearanceSettings } from "#app/settings/appearance-settings.server.ts";
import { contactSettings } from "#app/settings/contact-settings.ts";
import { identitySettings } from "#app/settings/identity-settings.ts";
import { legalSettings } from "#app/settings/legal-settings.server.ts";
import { mailsSettings } from "#app/settings/mails-settings.ts";

/** The groups of settings, each declared by the room that it belongs to, in the order of their screens. */
export const SETTINGS_GROUPS = [
  identitySettings,
  appearanceSettings,
  homeSettings,
  pagesSettings,
  contactSettings,
  legalSettings,
  salesSettings,
  deliverySettings,
  reductionsSettings,
  ledgerAccountsSettings,
  mailsSettings,
] as const;
