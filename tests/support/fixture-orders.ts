import { ulid } from "ulid";
import type { FoundRelay } from "#app/relays/relay-schema.ts";
import { relayText } from "#app/relays/relay-text.ts";
import { Browser } from "./browser.ts";
import { orderForm } from "./catalogue.ts";
import { deliveryMethod } from "./delivery-method.ts";
import { approve, capture, startPaying } from "./paying.ts";
import { sampleReduction } from "./reductions.ts";

/* The orders of make-backup-fixture.ts, and what happens to them. */

/**
 * One order paid online, sent as a parcel, delivered, partly refunded, and with a piece that came back; one without an account, to a
 * relay point, with a fee, a reduction and a label, paid on delivery; one with a started, unfinished payment; one cancelled.
 */
export async function addOrders(
  claire: Browser,
  admin: Browser,
  [cream = ""]: string[],
): Promise<void> {
  const place = async (form: Record<string, string> = {}, cents = 6_800, who = claire) => {
    const placed = await must(who.post("/panier", orderForm([{ id: cream, qty: 2 }], cents, form)));
    return placed.headers.get("location")!.split("/").at(-1)!;
  };
  const handOver = (id: string, number: string) =>
    must(
      admin.post("/admin/commandes/remise", {
        commandes: id,
        cle: ulid(),
        transporteur: "Colissimo",
        [`suivi-${id}`]: number,
      }),
    );
  const deliver = (id: string) => must(admin.post("/admin/commandes", { intent: "deliver", id }));

  const paid = await place();
  const { providerOrderId } = await startPaying(claire, paid);
  await approve(claire, providerOrderId);
  await capture(claire, paid, providerOrderId);
  await handOver(paid, "6A12345678901");
  await deliver(paid);
  await must(
    admin.post(`/admin/commandes/${paid}/remboursement`, {
      intent: "lines",
      "quantity-0": "1",
      seen: "0",
      reason: "Flacon cassé",
      confirmed: "1",
    }),
  );
  await must(
    admin.post(`/admin/commandes/${paid}/lots`, {
      seen: "",
      "lot-0-0": "L42",
      "date-0-0": "06/2031",
    }),
  );
  const expected = { id: ulid(), "expected-0": "1" };
  await must(admin.post(`/admin/commandes/${paid}/retour`, expected));
  const received = { intent: "receive", "shelved-0": "1", "damaged-0": "0" };
  await must(admin.post(`/admin/retours/${expected.id}`, received));
  const scope = new URLSearchParams({ produit: cream, lot: "L42" });
  const texts = { description: "Pot.", danger: "Brûlures.", action: "Cessez.", remedy: "Échange." };
  const notice = { ...texts, contact: "bonjour@exemple.fr", confirmed: "1" };
  await must(admin.post(`/admin/rappels/nouveau?${scope}`, notice));
  await must(
    claire.post("/effet-indesirable", {
      productId: cream,
      description: "Rougeurs.",
      seriousness: "none",
    }),
  );
  await addOffers(admin);
  const byRelay = { delivery: "relais", shippingMethod: "Point de relais" };
  const relay = await chosenRelay(claire);
  const onDelivery = await place(
    {
      ...byRelay,
      paymentMethod: "Paiement à la livraison",
      address: relayText(relay),
      relay: JSON.stringify(relay),
      email: "paul@exemple.fr",
      code: "BIENVENUE",
    },
    6_800 - 680 + 490,
    new Browser(claire.url),
  );
  await must(admin.post(`/admin/commandes/${onDelivery}/colis`, { etiquette: "1", poids: "450" }));
  await handOver(onDelivery, "6A12345678902");
  await deliver(onDelivery);
  await startPaying(claire, await place(byRelay, 6_800 + 490));
  await must(
    claire.post("/retractation", {
      intent: "confirm",
      name: "Claire Aubry",
      number: paid.slice(10),
      email: "claire@exemple.fr",
    }),
  );
  await must(
    claire.post(`/admin/my-orders/${await place(byRelay, 6_800 + 490)}/annuler`, {
      confirmed: "1",
    }),
  );
}

/** A delivery method with a fee, and a code. */
async function addOffers(admin: Browser): Promise<void> {
  const save = (group: string, list: object[]) =>
    must(admin.post(`/admin/reglages/${group}`, { list: JSON.stringify(list), version: "0" }));
  await save("livraison", [deliveryMethod()]);
  await save("reductions", [sampleReduction({ code: "BIENVENUE", most: "100" })]);
}

/** A point of the relay simulator. */
async function chosenRelay(claire: Browser): Promise<FoundRelay> {
  const answer = await must(claire.get("/panier/relais?ou=69003"));
  const { points } = (await answer.json()) as { points: FoundRelay[] };
  return points[0]!;
}

/** Returns the response. Throws on an error status, because the fixture would lack rows. */
export async function must(asked: Promise<Response>): Promise<Response> {
  const response = await asked;
  if (response.status < 400) return response;
  const [alert] = /role="alert"[^]*?<\/p>/.exec(await response.text()) ?? [];
  throw new Error(`${response.url} answered ${response.status}: ${alert}`);
}
