import { eq } from "drizzle-orm";
import { afterEach } from "vitest";
import { relayText } from "#app/relays/relay-text.ts";
import { shippingLabels } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "./catalogue.ts";
import { openFakeSendcloud, SHOWN_POINT } from "./fake-sendcloud.ts";
import { openShop } from "./shop.ts";
import { textOf } from "./text-of.ts";

/** A shop with a fake Sendcloud, a customer and an administrator, and what the tests of labels do in it. */
export async function openLabels() {
  const fake = await openFakeSendcloud();
  const shop = await openShop({
    SENDCLOUD_PUBLIC_KEY: "publique",
    SENDCLOUD_SECRET_KEY: "secrete",
    SENDCLOUD_URL: fake.url,
  });
  const { db } = shop;
  const customer = await shop.customer();
  const admin = await shop.customer({ isAdmin: true, name: "Ada Admin" });

  afterEach(() => {
    fake.answerWith = null;
    fake.announcementError = null;
    fake.shipments.length = 0;
    fake.cancelled.length = 0;
    fake.requests.length = 0;
  });

  /** Orders a cream by this form; returns the order's id. */
  async function order(fields: Parameters<typeof orderForm>[2], who = customer): Promise<string> {
    const id = await insertProduct(db, { name: "crème au lin", price: 34 });
    const placed = await who.post("/panier", orderForm([{ id, qty: 1 }], 3_400, fields));
    return placed.headers.get("location")!.split("/").at(-1)!;
  }
  const pageOf = (id: string) => `/admin/commandes/${id}/colis`;
  return {
    fake,
    shop,
    customer,
    admin,
    /** An order to the point, paid on delivery; without `isChosen` its address was typed. */
    place: ({ isChosen = true, isPaidOnDelivery = true, who = customer } = {}) =>
      order(
        {
          shippingMethod: "Point de relais",
          paymentMethod: isPaidOnDelivery
            ? "Paiement à la livraison"
            : "Paiement securisé en ligne",
          address: relayText(SHOWN_POINT),
          ...(isChosen && { relay: JSON.stringify(SHOWN_POINT) }),
        },
        who,
      ),
    /** An order to a home, paid on delivery. */
    placeHome: () =>
      order({
        shippingMethod: "Livraison à domicile",
        paymentMethod: "Paiement à la livraison",
        address: "8 rue des Lices\nBâtiment C",
        postalCode: "35000",
        town: "Rennes",
      }),
    pageOf,
    /** Asks for a label; returns the text of the page. */
    async ask(id: string, grams = "450"): Promise<string> {
      const response = await admin.post(pageOf(id), { etiquette: "1", poids: grams });
      return textOf(await response.text());
    },
    labelsOf: (id: string) =>
      db
        .select()
        .from(shippingLabels)
        .where(eq(shippingLabels.orderId, id))
        .orderBy(shippingLabels.id),
  };
}
