import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { beforeEach, describe, expect, test } from "vitest";
import { messages } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const admin = await shop.customer({ isAdmin: true });
const read = async (path: string) => textOf(await admin.read(path));

/** Inserts a message from the form of /contact, sent `minutesAgo` minutes ago. */
async function write(fields: Partial<typeof messages.$inferInsert> = {}, minutesAgo = 0) {
  const id = ulid();
  await db.insert(messages).values({
    id,
    title: "Flacon abîmé",
    message: "Il est fendu.",
    name: "Jeanne Caron",
    email: "jeanne@exemple.fr",
    createdAt: new Date(Date.now() - minutesAgo * 60_000),
    ...fields,
  });
  return id;
}
const isRead = async (id: string) =>
  (await db.select().from(messages).where(eq(messages.id, id)))[0]?.isRead;

beforeEach(async () => {
  await db.delete(messages);
});

describe("reading", () => {
  test("unread messages are marked as new; GET leaves them unread, POST marks them read", async () => {
    const id = await write();
    await write({ title: "Déjà vu", isRead: true }, 5);
    for (const path of ["/admin/notifications", "/admin/notifications.data", "/"]) {
      await admin.read(path);
      expect(await isRead(id)).toBe(false);
    }
    const before = await read("/admin/notifications");
    expect(before).toContain("1 nouveau message.");
    expect(before).toMatch(/Nouveau Jeanne Caron Contact Flacon abîmé\./);
    expect(before).toMatch(/Lu Jeanne Caron Contact Déjà vu\./);
    // The button for browsers without JavaScript. With it, opening the page sends the POST.
    expect(before).toContain("Tout marquer comme lu");

    const answer = await admin.post("/admin/notifications", {});
    const opened = textOf(await answer.text());
    expect(await isRead(id)).toBe(true);
    // Until the page is left, it still shows which messages were new.
    expect(opened).toContain("1 nouveau message, marqué comme lu à l’ouverture de cette page.");
    expect(opened).toMatch(/Nouveau Jeanne Caron Contact Flacon abîmé\./);
    expect(opened).not.toContain("Tout marquer comme lu");

    const after = await read("/admin/notifications");
    expect(after).toContain("Tous les messages sont lus.");
    expect(after).not.toContain("Nouveau");
  });

  test("the POST marks the messages of all pages read, and returns their ids", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push(await write({}, index));
    await write({ isRead: true });
    const answer = await admin.post("/admin/notifications.data", {});
    const body = await answer.text();
    for (const id of ids) {
      expect(body).toContain(id);
      expect(await isRead(id)).toBe(true);
    }
  });

  test("the menus of every page show the unread count, to administrators only", async () => {
    const customer = await shop.customer();
    await write();
    await write();
    for (const path of ["/", "/boutique", "/admin/commandes"])
      expect(await read(path), path).toMatch(/Notifications 2 non lus/);
    expect(textOf(await customer.read("/"))).not.toMatch(/Notifications|non lus/);
    await admin.post("/admin/notifications", {});
    expect(await read("/")).not.toContain("non lus");
  });

  test.each(["", ".data"])(
    "/admin/notifications%s redirects visitors and customers to the home page, and marks nothing read",
    async (twin) => {
      const id = await write();
      for (const browser of [shop.visitor(), await shop.customer()]) {
        for (const answer of [
          await browser.get(`/admin/notifications${twin}`),
          await browser.post(`/admin/notifications${twin}`, {}),
        ]) {
          const text = await answer.text();
          if (twin === "") expect(answer.headers.get("location")).toBe("/");
          expect(answer.status).toBe(twin === "" ? 302 : 202);
          expect(text).not.toContain("Jeanne");
        }
      }
      expect(await isRead(id)).toBe(false);
    },
  );
});

describe("the list", () => {
  test("has 6 messages per page, newest first; a page number beyond the last shows the last page", async () => {
    for (let index = 0; index < 7; index++) await write({ title: `Sujet ${index}` }, index);
    const first = await read("/admin/notifications");
    expect([...first.matchAll(/Sujet (\d)\./g)].map(([, index]) => index)).toEqual([..."012345"]);
    expect(first).toContain("7 messages, page 1 sur 2");
    for (const page of [2, 99]) {
      const last = await read(`/admin/notifications?page=${page}`);
      expect([...last.matchAll(/Sujet (\d)\./g)].map(([, index]) => index)).toEqual(["6"]);
    }
  });

  test("is searched by name, company, email and text, ignoring accents; and filtered by kind", async () => {
    await write({ title: "Échantillons", name: "Malik Sané", company: "Institut Alba" });
    await write({ title: "Livraison", message: "Livrez-vous à 100 % en Corse ?" });
    const titles = async (query: string) =>
      [...(await read(`/admin/notifications?${query}`)).matchAll(/Contact (\S+)\./g)].map(
        ([, title]) => title,
      );
    expect(await titles("recherche=sane")).toEqual(["Échantillons"]);
    expect(await titles("recherche=alba+echan")).toEqual(["Échantillons"]);
    expect(await titles("recherche=CORSE")).toEqual(["Livraison"]);
    expect(await titles("recherche=0+%25")).toEqual(["Livraison"]);
    expect(await titles("recherche=jeanne%40exemple")).toHaveLength(2);
    expect(await titles("genre=contact")).toHaveLength(2);
    expect(await titles("genre=commandes")).toEqual([]);
    const nothing = await read("/admin/notifications?recherche=introuvable");
    expect(nothing).toContain("Aucun message disponible.");
    expect(nothing).toContain("Tout effacer");
  });

  test("a notice about an order links to the order", async () => {
    const productId = await insertProduct(db, { name: "savon", price: 9 });
    const customer = await shop.customer({ name: "Inès Moreau" });
    const placed = await customer.post(
      "/panier",
      orderForm([{ id: productId, qty: 1 }], 900, { paymentMethod: "Paiement à la livraison" }),
    );
    const orderId = placed.headers.get("location")!.split("/").at(-1)!;
    await write();
    const html = await admin.read("/admin/notifications");
    expect(html.match(/href="\/admin\/commandes\?commande=\w+"/g)).toEqual([
      `href="/admin/commandes?commande=${orderId}"`,
    ]);
    expect(textOf(html)).toContain("Tous 2 Contact 1 Commandes 1");
    // The customer's name and contact details.
    expect(textOf(html)).toMatch(
      /à régler à la livraison\. Claire Aubry \S+@\S+ \+33 6 12 34 56 78/,
    );
    await admin.read(`/admin/commandes?commande=${orderId}`);
    expect(await read("/admin/notifications?genre=commandes")).toContain("1 message, page 1 sur 1");
  });

  test("shows a note when there are no messages, and an error when they cannot be read", async () => {
    expect(await read("/admin/notifications")).toContain("Aucun message disponible.");
    const alone = await openShop();
    const { db: elsewhere } = alone;
    const other = await alone.customer({ isAdmin: true });
    await elsewhere.execute("ALTER TABLE messages RENAME COLUMN company TO elsewhere");
    const text = textOf(await other.read("/admin/notifications", 500));
    expect(text).toContain("Impossible de recurer les données");
    expect(alone.takeErrors().length).toBeGreaterThan(0);
  });
});

describe("showing a message", () => {
  test("its text is escaped, and its line breaks are kept", async () => {
    await write({ message: "Bonjour,\n<script>alert(1)</script><b>gras</b>", title: "<i>Oh</i>" });
    const html = await admin.read("/admin/notifications");
    expect(html).toContain(
      "Bonjour,\n&lt;script&gt;alert(1)&lt;/script&gt;&lt;b&gt;gras&lt;/b&gt;",
    );
    expect(html).not.toMatch(/<script>alert|<b>gras|<i>Oh/);
  });

  test("the reply link is a mailto to its sender only, with its subject", async () => {
    await write({ title: "Tarif & délai ?", email: "a@b.fr?bcc=c@d.fr" });
    const html = await admin.read("/admin/notifications");
    expect(html).toContain(
      'href="mailto:a@b.fr%3Fbcc%3Dc@d.fr?subject=Re%C2%A0%3A%20Tarif%20%26%20d%C3%A9lai%20%3F"',
    );
  });

  test("a message without an email address has no reply link", async () => {
    await write({ email: "", name: "" });
    const html = await admin.read("/admin/notifications");
    expect(html).not.toContain("Répondre par e-mail");
    expect(textOf(html)).toContain("Sans nom");
  });
});
