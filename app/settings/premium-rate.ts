import { internationalPhone } from "#app/ui/phone-schema.ts";

/** French premium-rate numbers (ARCEP's numbering plan). */
const PREMIUM = /^(?:338[129]\d{7}|118\d{3})$/;

/** The message that refuses a premium-rate number for customers (consumer code, L121-16); null for any other text. */
export const premiumRateFault = (phone: string): string | null =>
  PREMIUM.test(internationalPhone(phone))
    ? "Ce numéro est surtaxé\u00a0: vos clients doivent pouvoir vous appeler au prix d’un appel ordinaire (code de la consommation, L121-16)."
    : null;
