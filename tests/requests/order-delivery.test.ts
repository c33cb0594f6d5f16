import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { code128 } from "#app/desk/code-128.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { auditEvents, messages, orders, products } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const customer = await shop.customer();
const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
const read = async (path: string) => textOf(await admin.read(path));

async function place(name: string, fields: Record<string, string> = {}): Promise<string> {
  const form = orderForm([{ id: cream, qty: 2 }], 6800, { name, ...fields });
  const placed = await customer.post("/panier", form);
  return placed.headers.get("location")!.split("/").at(-1)!;
}
const onDelivery = { paymentMethod: "Paiement à la livraison" };

describe("marking delivered", () => {
  test.each([
    ["an unpaid", false],
    ["a paid", true],
  ])(
    "%s order: marking it delivered needs a confirmation, is done once, names the administrator and cannot be undone",
    async (_what, isPaid) => {
      const id = await place("Louise Marchand");
      if (isPaid) await db.update(orders).set({ isPaid }).where(eq(orders.id, id));
      const question = await read(`/admin/commandes?livrer=${id}`);
      expect(question).toContain("Voulez vous marqué comme livré?");
      expect(question).toContain(
        `Louise Marchand ${deliveryNumber(id)} · 2 articles · 68 €`
          .replaceAll(" €", "\u00a0€")
          .replaceAll("\u00a0", " "),
      );

      const answer = await admin.post("/admin/commandes", { intent: "deliver", id });
      expect(textOf(await answer.text())).toContain("Livraison marquée avec succès!");
      const again = await admin.post("/admin/commandes", { intent: "deliver", id });
      expect(textOf(await again.text())).toContain("Cette commande était déjà livrée.");
      expect(await read(`/admin/commandes?livrer=${id}`)).not.toContain("Voulez vous marqué");

      const detail = await read(`/admin/commandes?commande=${id}`);
      expect(detail).toMatch(/Commande passée .* Livré Marqué par Claire Aubry /);
      expect(detail).not.toContain("Marquer comme livré");
      expect(await db.$count(auditEvents, eq(auditEvents.subjectId, id))).toBe(1);
      await expect(
        db.update(orders).set({ isDelivered: false }).where(eq(orders.id, id)),
      ).rejects.toMatchObject({ cause: { constraint: "order_not_reset" } });
    },
  );

  test("two administrators at the same time: one marks the order, the other sees that it is already delivered", async () => {
    const id = await place("Salomé Petit");
    const other = await shop.customer({ isAdmin: true });
    const answers = await Promise.all(
      [admin, other].map(async (browser) =>
        textOf(await (await browser.post("/admin/commandes", { intent: "deliver", id })).text()),
      ),
    );
    expect(answers.filter((text) => text.includes("Livraison marquée avec succès!"))).toHaveLength(
      1,
    );
    expect(answers.filter((text) => text.includes("déjà livrée"))).toHaveLength(1);
    expect(await db.$count(auditEvents, eq(auditEvents.subjectId, id))).toBe(1);
  });

  test.each(["commande", "livrer"])("an unknown order in « ?%s= » responds 404", async (name) => {
    for (const id of ["inconnu", "01J00000000000000000000000", "%00"])
      expect(await admin.read(`/admin/commandes?${name}=${id}`, 404)).toContain(
        "Retour aux commandes",
      );
    const answer = await admin.post("/admin/commandes", { intent: "deliver", id: "inconnu" });
    expect(answer.status).toBe(404);
  });
});

describe("the packing slip", () => {
  test("contains the address, the articles, the amount due and the delivery number as Code 128", async () => {
    const id = await place("Antoine Roux", { ...onDelivery, address: "9 quai\n44000 Nantes" });
    await db.delete(messages).where(eq(messages.id, id));
    const html = await admin.read(`/admin/commandes/${id}/bon-de-livraison`);
    const text = textOf(html);
    const number = deliveryNumber(id);
    for (const expected of [
      number.replace(/.{4}(?=.)/g, "$& "),
      "Livrer à Antoine Roux 9 quai 44000 Nantes +33 6 12 34 56 78",
      "Crème au lin",
      "Paiement à la livraison À encaisser : 68 €",
      "Total 2",
    ])
      expect(text).toContain(expected);
    const bars = [...html.matchAll(/M(\d+) 0h(\d+)v40/g)].map(([, x, width]) => [
      Number(x),
      Number(width),
    ]);
    let x = 0;
    const drawn = code128(number).flatMap((width, index) => {
      const bar = index % 2 === 0 ? [[x, width]] : [];
      x += width;
      return bar;
    });
    expect(bars).toEqual(drawn);
    expect(html).toContain(`aria-label="Code-barres ${number}"`);
  });

  test("also shows deleted products; only administrators may read it", async () => {
    const deleted = await insertProduct(db, { name: "parfum éphémère", price: 60 });
    const placed = await customer.post("/panier", orderForm([{ id: deleted, qty: 1 }], 6000));
    const id = placed.headers.get("location")!.split("/").at(-1)!;
    await db.delete(products).where(eq(products.id, deleted));
    expect(await read(`/admin/commandes/${id}/bon-de-livraison`)).toContain("Parfum éphémère");
    for (const browser of [customer, shop.visitor()])
      for (const twin of ["", ".data"]) {
        const answer = await browser.get(`/admin/commandes/${id}/bon-de-livraison${twin}`);
        expect(answer.status).toBe(twin === "" ? 302 : 202);
        expect(await answer.text()).not.toContain("phémère");
      }
  });
});

test("pages opened from the list link back to it; a confirmation's two buttons have different labels", async () => {
  const id = await place("Nora Retour");
  const list = "recherche=nora&etat=non-livrees";
  const drawer = await admin.read(`/admin/commandes?${list}&commande=${id}`);
  const retour = new URLSearchParams({ retour: list }).toString();
  for (const page of ["bon-de-livraison", "remboursement"]) {
    expect(drawer).toContain(`/admin/commandes/${id}/${page}?${retour}`);
    expect(await admin.read(`/admin/commandes/${id}/${page}?${retour}`)).toContain(
      `href="/admin/commandes?${list.replaceAll("&", "&amp;")}&amp;commande=${id}"`,
    );
    const elsewhere = await admin.read(`/admin/commandes/${id}/${page}?retour=//evil.example`);
    expect(elsewhere).toContain(`href="/admin/commandes?commande=${id}"`);
  }
  const form = { intent: "cancel", reason: "essai", seen: "0" };
  const asked = await admin.post(`/admin/commandes/${id}/remboursement?${retour}`, form);
  const question = textOf(await asked.text());
  expect(question).toContain("Voulez-vous vraiment annuler cette commande ?");
  expect(question).toContain("Garder la commande Annuler la commande");
  expect(await read(`/admin/commandes?livrer=${id}`)).toContain(
    "Pas maintenant Marquer comme livré",
  );
});

test("an order shows the customer's sign-in email, not another one of the profile", async () => {
  const nina = await shop.customer();
  const other = `profil-${nina.email}`;
  const profile = { name: "Nina", dateOfBirth: "", phone: "", email: other };
  expect((await nina.post("/admin/parametre-compte", profile)).status).toBe(200);
  const addresses = await shop.sql`
    SELECT users.email AS signs_in, profiles.email AS profile
    FROM users JOIN profiles ON user_id = users.id WHERE users.id = ${nina.userId}`;
  expect(addresses).toEqual([{ signs_in: nina.email, profile: other }]);
  const placed = await nina.post("/panier", orderForm([{ id: cream, qty: 1 }], 3400));
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  const drawer = await admin.read(`/admin/commandes?commande=${id}`);
  expect(drawer).toContain(`href="mailto:${nina.email}"`);
  expect(drawer).not.toContain(other);
  expect(await admin.read(`/admin/commandes.data?commande=${id}`)).not.toContain(other);
});
