import { z } from "zod";
import { email } from "#app/accounts/sign-in-schema.ts";
import { MAX_QUANTITY, MOST_ARTICLES } from "#app/cart/cart-schema.ts";
import { PRODUCT_ID } from "#app/catalogue/product-schema.ts";
import { PAYMENT_METHODS, SHIPPING_METHODS } from "#app/platform/methods-schema.ts";
import { relayPoint, type RelayPoint } from "#app/relays/relay-schema.ts";
import { buyerSiren, buyerVatNumber } from "#app/settings/buyer-numbers-schema.ts";
import {
  addressFault,
  LONGEST_ADDRESS,
  MOST_LINES,
  TOO_MANY_LINES,
} from "#app/ui/address-schema.ts";
import { isBlank } from "#app/ui/blank-schema.ts";
import { PHONE, UNLIKELY_PHONE } from "#app/ui/phone-schema.ts";

/** `abort` stops after the length check: a text can be 256 KB (the form limit), too long for the regular expressions. */
const text = (missing: string, max: number) =>
  z
    .string({ error: missing })
    .trim()
    .refine((text) => !isBlank(text), missing)
    .max(max, { error: `${max} caractères au plus.`, abort: true });

const name = (missing: string) =>
  text(missing, 200).transform((typed) => typed.replaceAll(/\s+/g, " "));

const address = (missing: string) =>
  text(missing, LONGEST_ADDRESS)
    .transform((typed) => typed.replaceAll(/[^\S\n]*[\r\n]\s*/g, "\n"))
    .refine((typed) => typed.split("\n").length <= MOST_LINES, TOO_MANY_LINES)
    .superRefine((typed, context) => {
      const fault = addressFault(typed);
      if (fault) context.addIssue(fault);
    });

const UNREADABLE_CART = "Votre panier n’a pas pu être lu. Rechargez la page.";

/** A cart line from the browser. Without a price: the server uses its own. */
const line = z.object(
  {
    id: z.string({ error: UNREADABLE_CART }).regex(PRODUCT_ID, UNREADABLE_CART),
    qty: z
      .number({ error: "La quantité doit être un nombre entier." })
      .int("La quantité doit être un nombre entier.")
      .min(1, "La quantité ne peut pas descendre sous 1.")
      .max(MAX_QUANTITY, `La quantité ne peut pas dépasser ${MAX_QUANTITY}.`),
  },
  { error: UNREADABLE_CART },
);

const items = z
  .string({ error: "Votre panier est vide" })
  .max(20_000, "Votre panier contient trop d’articles.")
  .transform((json, context) => {
    try {
      return JSON.parse(json) as unknown;
    } catch {
      context.addIssue(UNREADABLE_CART);
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(line, { error: UNREADABLE_CART })
      .min(1, "Votre panier est vide")
      .max(MOST_ARTICLES, "Votre panier contient trop d’articles.")
      .refine(
        (lines) => new Set(lines.map(({ id }) => id)).size === lines.length,
        "Un article figure deux fois dans le panier.",
      ),
  );

/**
 * The relay point that the page posts, parsed from JSON; the provider has not confirmed it. Null if none was chosen or the JSON is
 * malformed: then the order has only the address text.
 */
const relay = z
  .string()
  .max(4_000)
  .transform((json): RelayPoint | null => {
    try {
      return { ...relayPoint.parse(JSON.parse(json)), isUnchecked: true };
    } catch {
      return null;
    }
  })
  .nullish()
  .catch(null);

/** The order form of /panier, as `readOrderInput` passes it to `orderFromCart`. Amounts in cents. */
export const orderForm = z.object({
  items,
  /** The total shown to the customer, in cents. If it differs from the current total, the order is refused. */
  seenTotalCents: z.coerce.number().int().nonnegative(),
  /** Generated in the browser for the form's contents (order-attempt.ts): a form submitted twice creates one order. */
  idempotencyKey: z.string().regex(/^[0-9A-Za-z-]{16,64}$/, "Rechargez la page."),
  name: name("Indiquez votre nom."),
  phone: text("Indiquez votre numéro de téléphone.", 40).regex(PHONE, UNLIKELY_PHONE),
  /** One text that includes the parts below; its last line names a foreign country (checkout/order-input.server.ts). */
  address: address("Indiquez votre adresse."),
  /** The parts of the address of a delivery at home; missing when they are not known. */
  street: z.string().max(LONGEST_ADDRESS).optional(),
  postalCode: z.string().max(12).optional(),
  town: z.string().max(100).optional(),
  /** Name and address on the invoice, if they differ from those of the delivery. */
  billingName: name("Indiquez le nom à facturer.").optional(),
  billingAddress: address("Indiquez l’adresse de facturation.").optional(),
  /** The company that the invoice is for, and its numbers; empty or missing: not given. */
  billingCompany: name("Indiquez la société.").optional(),
  billingSiren: buyerSiren.optional(),
  billingVatNumber: buyerVatNumber.optional(),
  /** ISO 3166 code; missing when the shop delivers to one country. Checked against the settings by `countryFault`. */
  country: z.string().max(100, "Choisissez un pays de livraison.").optional(),
  /** A reduction code; empty or missing: none. */
  code: z.string().trim().max(60, "Ce code n’existe pas.").optional(),
  /** The id of a delivery method of the settings; missing when they have none. */
  delivery: z.string().max(40, "Choisissez un mode de livraison.").optional(),
  relay,
  /** The ticked box « Je souhaite recevoir des échantillons ». */
  samples: z.literal("1").optional().catch(undefined),
  shippingMethod: z.enum(SHIPPING_METHODS, "Choisissez un mode de livraison."),
  paymentMethod: z.enum(PAYMENT_METHODS, "Choisissez un mode de paiement."),
});
export type OrderForm = z.output<typeof orderForm>;

/** The order form of a buyer without an account: `orderForm` with the e-mail address that the shop writes to. */
export const guestOrderForm = orderForm.extend({ email });
