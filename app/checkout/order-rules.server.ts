import { deliveryCountries, vatPercentOf } from "#app/delivery/delivery-country.server.ts";
import { activeMethods, servesOverseas } from "#app/delivery/delivery-offers.ts";
import { cashDeliveries, offersSamples } from "#app/orders/sale-rules.server.ts";
import {
  CASH_LIMIT_CENTS,
  CASH_LIMIT_TEXT,
  importTaxesIn,
  OVERSEAS_TAXES,
} from "#app/platform/legal-constants.ts";
import { CASH, ONLINE } from "#app/platform/methods-schema.ts";
import type { Settings } from "#app/settings-values.ts";
import { deliversTo } from "#app/settings/country-schema.ts";

/** The texts and choices of the order form that depend on law and settings. The loader sends them, so the page's script stays small. */
export type OrderRules = ReturnType<typeof orderRules>;

/** @param hasRelays whether relay points can be searched for */
export function orderRules(settings: Settings, hasRelays: boolean) {
  const methods = activeMethods(settings);
  return {
    delivers: `Nous livrons ${deliversTo(settings.sales.countries)}.`,
    countries: deliveryCountries(settings).map(({ code, name }) => ({
      value: code,
      label: name,
      vatPercent: vatPercentOf(settings, code),
      /** The text about taxes on arrival, shown below the address; null: none. France has it for its overseas territories. */
      taxes: code !== "FR" ? importTaxesIn(code) : servesOverseas(settings) ? OVERSEAS_TAXES : null,
    })),
    payments: {
      [ONLINE]: "PayPal ou carte bancaire, à l’étape suivante",
      [CASH]: "En espèces, à la remise du colis",
    },
    /** Below the button: fewer pieces than ordered, no delivery to the address, ready to order, fields missing. */
    hints: {
      short: "Ajustez votre panier pour commander.",
      unserved: "Indiquez une autre adresse de livraison pour commander.",
      ready: `${settings.sales.returnDays} jours pour changer d’avis`,
      missing: "Indiquez votre nom, votre téléphone et l’adresse de livraison pour commander.",
    },
    /** Whether the settings have delivery methods: the cart asks for their fees. */
    delivery: methods.length > 0,
    sums: sumsOf(settings),
    hasRelays,
    /** The deliveries with which the order can be paid in cash. */
    cashWith: cashDeliveries(settings).filter(
      (kind) => methods.length === 0 || methods.some((method) => method.kind === kind),
    ) as string[],
    /** Shown with a delivery that is not among them, if there are any. */
    cashElsewhere: "À domicile seulement.",
    cashLimit: { cents: CASH_LIMIT_CENTS, text: CASH_LIMIT_TEXT },
    /** Below the box that asks for samples; null: the shop offers none. */
    samples: offersSamples(settings) ? "Gratuits, selon les stocks." : null,
  };
}

/** What the cart asks the server about: a code, automatic reductions, delivery; null: nothing. */
function sumsOf(settings: Settings) {
  const active = settings.reductions.list.filter(({ isActive }) => isActive);
  const asked = {
    hasCodes: active.some(({ code }) => code !== ""),
    hasAutomatic: active.some(({ code }) => code === ""),
    hasDelivery: activeMethods(settings).length > 0,
  };
  return Object.values(asked).some(Boolean) ? asked : null;
}
