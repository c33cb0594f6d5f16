import { deliveryCountries, vatPercentOf } from "#app/orders/delivery-country.server.ts";
import { GUARANTEE_NOTICE_TEXT } from "#app/platform/guarantee-notice.ts";
import { guaranteePicture } from "#app/platform/guarantee-picture.ts";
import { CASH_LIMIT_CENTS, CASH_LIMIT_TEXT } from "#app/platform/legal-constants.ts";
import { deliversTo } from "#app/settings/country-schema.ts";
import type { Settings } from "#app/settings/groups.ts";

/** What the order form says and offers by law and settings; sent with the page, so that its script has no text for it. */
export type OrderRules = ReturnType<typeof orderRules>;

export function orderRules(settings: Settings) {
  return {
    delivers: `Nous livrons ${deliversTo(settings.sales.countries)}.`,
    countries: deliveryCountries(settings).map(({ code, name }) => ({
      value: code,
      label: name,
      vatPercent: vatPercentOf(settings, code),
    })),
    payments: {
      "Paiement securisé en ligne": "PayPal ou carte bancaire, à l’étape suivante",
      "Paiement à la livraison": "En espèces, à la remise du colis",
    },
    /** Below the button: fewer pieces than ordered, ready to order, fields missing. */
    hints: {
      short: "Ajustez votre panier pour commander.",
      ready: "30 jours pour changer d’avis",
      missing: "Indiquez votre nom, votre téléphone et l’adresse de livraison pour commander.",
    },
    /** Whether a code can be typed, and whether a reduction may apply without one; null: neither. */
    reductions: reductionsOf(settings),
    cashLimit: { cents: CASH_LIMIT_CENTS, text: CASH_LIMIT_TEXT },
    /** The harmonised notice on the legal guarantee: its picture and its words. */
    guarantee: { src: guaranteePicture, alt: GUARANTEE_NOTICE_TEXT },
    // The terms say the same (pages/terms-content.tsx, « Vos données »).
    phone: "Pour la livraison et pour vous répondre, jamais pour vous démarcher",
  };
}

function reductionsOf({ reductions }: Settings) {
  const active = reductions.list.filter(({ isActive }) => isActive);
  if (active.length === 0) return null;
  return {
    hasCodes: active.some(({ code }) => code !== ""),
    hasAutomatic: active.some(({ code }) => code === ""),
  };
}
