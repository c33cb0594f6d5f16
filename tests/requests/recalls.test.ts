import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { STAYS_OPEN } from "#app/opening/closed-gate.ts";
import { endAccount } from "#app/privacy/delete-account.server.ts";
import { downplayingWords, parseScope } from "#app/safety/recall-schema.ts";
import { extendRecalls, publishRecall } from "#app/safety/recalls.server.ts";
import { forgetOldContacts } from "#app/safety/safety-contacts.server.ts";
import { orders, recallOrders, recalls, safetyContacts } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { lotFields, NOTICE, notifyByForm, publishByForm, recordByForm } from "../support/lots.ts";
import { openMailServer, sendAllMails, subjectOf } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url });
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
type Customer = Awaited<ReturnType<typeof shop.customer>>;

let count = 0;
const newProduct = () => insertProduct(db, { name: `crème au lin ${++count}`, price: 34 });
/** A delivered order of two pieces with this lot. */
async function buy(customer: Customer, productId: string, lot: string | null, isDelivered = true) {
  const form = orderForm([{ id: productId, qty: 2 }], 6_800, {
    paymentMethod: "Paiement à la livraison",
  });
  const placed = await customer.post("/panier", form);
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  if (lot !== null) await recordByForm(admin, id, lotFields([{ lot }]));
  if (isDelivered) await admin.post("/admin/commandes", { intent: "deliver", id });
  return id;
}
const mailedFor = async (recallId: string) =>
  (
    await sql<{ recipient: string }[]>`
      SELECT recipient FROM mails WHERE key LIKE ${`recall-${recallId.toLowerCase()}-%`} ORDER BY recipient`
  ).map(({ recipient }) => recipient);
const erase = (customer: Customer) =>
  customer.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });

describe("the authorities", async () => {
  const customer = await shop.customer();
  const isOpen = async (id: string) =>
    (await db.select().from(recalls).where(eq(recalls.id, id)))[0]!.closedAt === null;
  const post = async (id: string, fields: Record<string, string>) => {
    const answer = await admin.post(`/admin/rappels/${id}`, fields);
    return { status: answer.status, text: textOf(await answer.text()) };
  };
  const note = (id: string, authority: string, fields: Record<string, string>) =>
    post(id, { intent: "notify", authority, ...fields });
  const close = (id: string) => post(id, { intent: "close", confirmed: "1" });
  async function published() {
    const product = await newProduct();
    await buy(customer, product, "N1");
    return (await publishByForm(admin, { produit: product, lot: "N1" }))!;
  }
  const REASON = "Le fabricant Bréhat l’a déclaré.";

  test("are told, or a reason is noted, before a recall is closed; the public reads nothing of it", async () => {
    const id = await published();
    for (const fields of [{ intent: "close" }, { intent: "close", confirmed: "1" }]) {
      const early = await post(id, fields as Record<string, string>);
      expect(early.status).toBe(409);
      expect(early.text).toContain(
        "Ce rappel ne peut pas encore être clos : notez d’abord sa déclaration à RappelConso et au Safety Business Gateway.",
      );
      expect(early.text).not.toContain("Voulez-vous vraiment clore");
      expect(await isOpen(id)).toBe(true);
    }
    const day = "2026-11-02";
    expect((await note(id, "rappelConso", { day })).text).toContain("Déclaré le 2 novembre 2026");
    const early = await close(id);
    expect(early.status).toBe(409);
    expect(early.text).toContain("notez d’abord sa déclaration au Safety Business Gateway.");
    // The same again is noted once; a correction while it is open is another act.
    expect((await note(id, "rappelConso", { day })).status).toBe(200);
    expect((await note(id, "rappelConso", { day: "2026-11-03" })).status).toBe(200);
    expect((await note(id, "gateway", { reason: REASON })).text).toContain(
      `Sans objet : ${REASON}`,
    );
    const acts =
      await sql`SELECT act, changes FROM audit_events WHERE act = 'recall-notified' ORDER BY id`;
    expect(acts.map(({ changes }) => changes[0])).toEqual([
      { field: "RappelConso, lot N1", before: null, after: "Déclaré le 2 novembre 2026" },
      {
        field: "RappelConso, lot N1",
        before: "Déclaré le 2 novembre 2026",
        after: "Déclaré le 3 novembre 2026",
      },
      {
        field: "Safety Business Gateway, lot N1",
        before: null,
        after: `Sans objet\u00a0: ${REASON}`,
      },
    ]);
    expect(textOf(await admin.read("/admin/historique"))).toContain(REASON);
    for (const path of [`/rappels/${id}`, `/rappels/${id}.data`, "/rappels", "/rappels.data"])
      expect(await shop.visitor().read(path), path).not.toMatch(/Bréhat|2026-11-03|rappelConso/);

    expect((await close(id)).status).toBe(200);
    expect(await isOpen(id)).toBe(false);
    const late = await note(id, "gateway", { day });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Ce rappel est clos : ses déclarations ne changent plus.");
    expect(textOf(await admin.read(`/admin/rappels/${id}`))).toContain(`Sans objet : ${REASON}`);
  });

  test.for([
    [{}, "Indiquez le jour de la déclaration, ou pourquoi il n’y en a pas."],
    [{ reason: " " }, "Indiquez le jour de la déclaration, ou pourquoi il n’y en a pas."],
    [{ day: "2026-11-02", reason: REASON }, "Un jour ou une raison, pas les deux."],
    [{ day: "2026-02-31" }, "Une date passée, ou rien."],
    [{ day: "2090-01-01" }, "Cette date n’est pas encore passée."],
    [{ reason: "x".repeat(501) }, "500 caractères au plus."],
  ] as [Record<string, string>, string][])(
    "%j: « %s », and what was typed stays",
    async ([fields, message]) => {
      const id = await published();
      const answer = await admin.post(`/admin/rappels/${id}`, {
        intent: "notify",
        authority: "gateway",
        ...fields,
      });
      expect(answer.status).toBe(400);
      const page = await answer.text();
      expect(textOf(page)).toContain(message);
      for (const typed of Object.values(fields)) expect(page).toContain(`value="${typed.trim()}"`);
      expect((await db.select().from(recalls).where(eq(recalls.id, id)))[0]!.notified).toEqual({});
    },
  );

  test("an unknown authority is refused, and customers may note nothing", async () => {
    const id = await published();
    expect((await note(id, "anses", { day: "2026-11-02" })).status).toBe(400);
    const fields = { intent: "notify", authority: "gateway", day: "2026-11-02" };
    await customer.post(`/admin/rappels/${id}`, fields);
    expect((await db.select().from(recalls).where(eq(recalls.id, id)))[0]!.notified).toEqual({});
  });

  test("two notes at once are both kept", async () => {
    const id = await published();
    await Promise.all(
      ["rappelConso", "gateway"].map((authority) => note(id, authority, { day: "2026-11-02" })),
    );
    expect((await close(id)).status).toBe(200);
  });
});

describe("a recall of a lot", () => {
  test("is previewed, confirmed, mailed once per buyer, public, on the order and in the list", async () => {
    const [product, other] = [await newProduct(), await newProduct()];
    const [claire, maud, ines] = [
      await shop.customer(),
      await shop.customer(),
      await shop.customer(),
    ];
    const [first, second] = [await buy(claire, product, "A1"), await buy(claire, product, "a1")];
    await buy(maud, product, "B2");
    await buy(ines, other, "A1");
    await sendAllMails(shop);
    const address = `/admin/rappels/nouveau?produit=${product}&lot=A1`;
    expect(textOf(await admin.read(`/admin/rappels/nouveau?recherche=b2`))).toContain(
      "Crème au lin",
    );
    const preview = textOf(await admin.read(address));
    expect(preview).toContain("2 commandes, 4 pièces");
    expect(preview).toContain("1 acheteur par e-mail.");
    const asked = await admin.post(address, { ...NOTICE, danger: "Brûlures, dans de rares cas." });
    expect(textOf(await asked.text())).toContain("Ces mots minimisent le danger");
    expect(await db.select().from(recalls).where(eq(recalls.productId, product))).toEqual([]);

    const id = (await publishByForm(admin, { produit: product, lot: "A1" }))!;
    expect(await publishByForm(admin, { produit: product, lot: "A1" })).toBe(id);
    expect(await mailedFor(id)).toEqual([claire.email]);
    await sendAllMails(shop);
    const mail = server.received.findLast(({ headers }) =>
      subjectOf({ headers } as never).includes("Rappel"),
    )!;
    expect(mail.recipients).toEqual([claire.email]);
    for (const part of [
      first.slice(10),
      second.slice(10),
      NOTICE.danger,
      NOTICE.action,
      NOTICE.remedy,
      "lot A1",
      `/rappels/${id}`,
    ])
      expect(mail.text).toContain(part);

    const visitor = shop.visitor();
    const page = textOf(await visitor.read(`/rappels/${id}`));
    for (const part of [
      "Rappel de produit : consignes de sécurité",
      "lot A1",
      ...Object.values(NOTICE),
    ])
      expect(page).toContain(part);
    expect(await visitor.read("/rappels")).toContain(`/rappels/${id}`);
    expect(await claire.read(`/admin/my-orders/${first}`)).toContain(`/rappels/${id}`);
    const list = textOf(await admin.read(`/admin/rappels/${id}`));
    expect(list).toContain("1 acheteur par e-mail : 1 envoyé");
    expect(textOf(await admin.read("/admin/rappels"))).toContain("2 commandes, 4 pièces");
    expect(textOf(await admin.read("/admin/historique"))).toContain("Rappel publié");
  });

  test("refuses the lot at packing while it is open, adds later recorded lots of delivered orders, until it is closed", async () => {
    const product = await newProduct();
    const [claire, maud] = [await shop.customer(), await shop.customer()];
    await buy(claire, product, "C3");
    const [waiting, delivered] = [
      await buy(maud, product, null, false),
      await buy(maud, product, null),
    ];
    const id = (await publishByForm(admin, { produit: product, lot: "C3" }))!;
    const refused = await recordByForm(admin, waiting, lotFields([{ lot: "c3" }]));
    expect(refused.status).toBe(409);
    expect(textOf(await refused.text())).toContain("Ce lot est rappelé depuis le");
    const added = await recordByForm(admin, delivered, lotFields([{ lot: "C3" }]));
    expect(textOf(await added.text())).toContain(
      "concerne cette commande : son client en est averti par e-mail",
    );
    expect(await mailedFor(id)).toEqual([claire.email, maud.email].toSorted());
    // A correction removes nobody: they were warned.
    await recordByForm(admin, delivered, lotFields([{ lot: "D4" }]));
    expect((await db.select().from(recallOrders).where(eq(recallOrders.recallId, id))).length).toBe(
      2,
    );

    await notifyByForm(admin, id);
    expect(
      textOf(await (await admin.post(`/admin/rappels/${id}`, { intent: "close" })).text()),
    ).toContain("Voulez-vous vraiment clore");
    const close = () => admin.post(`/admin/rappels/${id}`, { intent: "close", confirmed: "1" });
    expect((await Promise.all([close(), close()])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await recordByForm(admin, waiting, lotFields([{ lot: "C3" }]))).status).toBe(200);
    expect(textOf(await shop.visitor().read(`/rappels/${id}`))).toContain("Rappel clos le");
  });

  test("reaches deleted accounts by the kept address until its time ends; others are listed for a letter", async () => {
    const product = await newProduct();
    const [claire, maud] = [await shop.customer(), await shop.customer()];
    const order = await buy(claire, product, "E5");
    const late = await buy(maud, product, null);
    await sendAllMails(shop);
    await erase(claire);
    await erase(maud);
    await recordByForm(admin, late, lotFields([{ lot: "E5" }]));
    // The address is kept for the order with a lot only.
    expect((await db.select().from(safetyContacts)).map(({ orderId }) => orderId)).toEqual([order]);
    const id = (await publishByForm(admin, { produit: product, lot: "E5" }))!;
    expect(await mailedFor(id)).toEqual([claire.email]);
    const list = textOf(await admin.read(`/admin/rappels/${id}`));
    expect(list).toContain("À joindre par courrier : facture F-");
    expect(list).toContain("Sans adresse");

    await sql`UPDATE safety_contacts SET keep_until = current_date - 1`;
    await forgetOldContacts(db);
    expect(await db.select().from(safetyContacts)).toEqual([]);
  });

  test("an unsent warning survives the account's deletion", async () => {
    const product = await newProduct();
    const claire = await shop.customer();
    await buy(claire, product, "F6");
    const id = (await publishByForm(admin, { produit: product, lot: "F6" }))!;
    await erase(claire);
    expect(await mailedFor(id)).toEqual([claire.email]);
  });

  test("published, and an account deleted, at the same time: one mail", async () => {
    const product = await newProduct();
    for (let round = 0; round < 8; round++) {
      const claire = await shop.customer();
      const lot = `G${round}`;
      await buy(claire, product, lot);
      const [published] = await Promise.all([
        publishByForm(admin, { produit: product, lot }),
        endAccount(shop, null, { id: claire.userId }, { withComments: false }),
      ]);
      expect(await mailedFor(published!), `round ${round}`).toEqual([claire.email]);
    }
  });
});

test("a recall of a period leaves out only what surely never left", async () => {
  const product = await newProduct();
  const people = await Promise.all([1, 2, 3, 4].map(() => shop.customer()));
  const [delivered, due, cancelled, packed] = people as [Customer, Customer, Customer, Customer];
  await buy(delivered, product, null);
  await buy(due, product, null, false);
  for (const [customer, lot] of [
    [cancelled, null],
    [packed, "H1"],
  ] as const) {
    const id = await buy(customer, product, lot, false);
    await db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, id));
  }
  const online = await cancelled.post("/panier", orderForm([{ id: product, qty: 1 }], 3_400));
  expect(online.status).toBe(302);
  const [{ today } = { today: "" }] = await sql<{ today: string }[]>`
    SELECT to_char(now() AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD') AS today`;
  const id = (await publishByForm(admin, { produit: product, du: "2026-01-01", au: today }))!;
  expect(await mailedFor(id)).toEqual(
    [delivered, due, packed].map(({ email }) => email).toSorted(),
  );
});

describe("an order that still is to be sent", () => {
  const notesOf = async (id: string) =>
    Promise.all(
      [
        `/admin/commandes/${id}/lots`,
        `/admin/commandes/${id}/bon-de-livraison`,
        `/admin/commandes?livrer=${id}`,
      ].map(async (path) => admin.read(path)),
    );
  const todayOf = async () => {
    const [row] = await sql<{ today: string }[]>`
      SELECT to_char(now() AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD') AS today`;
    return row!.today;
  };

  test("of a recalled period says so, and joins the recall when it is delivered, paid later or placed later", async () => {
    const product = await newProduct();
    const [early, later, due] = [
      await shop.customer(),
      await shop.customer(),
      await shop.customer(),
    ];
    const today = await todayOf();
    const placed = await early.post("/panier", orderForm([{ id: product, qty: 1 }], 3_400));
    const unpaid = placed.headers.get("location")!.split("/").at(-1)!;
    const recall = (await publishByForm(admin, { produit: product, du: today, au: today }))!;
    const after = await buy(later, product, null, false);
    expect(await mailedFor(recall)).toEqual([]);
    for (const id of [unpaid, after])
      for (const page of await notesOf(id)) {
        expect(textOf(page)).toContain("Rappel en cours : Crème au lin");
        expect(textOf(page)).toContain("N’envoyez pas ce produit.");
        expect(page).toContain(`/admin/rappels/${recall}`);
      }
    expect(textOf(await admin.read(`/admin/commandes/${after}/bon-de-livraison`))).toContain(
      "RAPPEL",
    );
    // Queued by the delivery; the hourly job is the same.
    await shop.jobs.boss.deleteQueuedJobs("extend-recalls");
    await admin.post("/admin/commandes", { intent: "deliver", id: unpaid });
    const [job] = await shop.jobs.boss.fetch("extend-recalls");
    expect(job).toBeDefined();
    expect(await extendRecalls(shop)).toBe(2);
    expect(await extendRecalls(shop)).toBe(0);
    expect(await mailedFor(recall)).toEqual([early.email, later.email].toSorted());
    const list = textOf(await admin.read(`/admin/rappels/${recall}`));
    expect(list).toContain("2 acheteurs par e-mail");
    expect(await early.read(`/admin/my-orders/${unpaid}`)).toContain(`/rappels/${recall}`);
    for (const page of await notesOf(unpaid)) expect(page).not.toContain("Rappel en cours");

    await notifyByForm(admin, recall);
    await admin.post(`/admin/rappels/${recall}`, { intent: "close", confirmed: "1" });
    await buy(due, product, null, false);
    expect(await extendRecalls(shop)).toBe(0);
    for (const page of await notesOf(after)) expect(page).not.toContain("Rappel en cours");
  });

  test("with a recalled lot says so; without all lots it asks to check; other lots and other days say nothing", async () => {
    const product = await newProduct();
    const customer = await shop.customer();
    const packed = await buy(customer, product, "J1", false);
    const other = await buy(customer, product, "J2", false);
    const bare = await buy(customer, product, null, false);
    const recall = (await publishByForm(admin, { produit: product, lot: "J1" }))!;
    await publishByForm(admin, { produit: product, du: "2026-01-01", au: "2026-01-02" });
    for (const page of await notesOf(packed)) {
      expect(textOf(page)).toContain("Lot rappelé : J1. N’envoyez pas ce produit.");
      expect(page).toContain(`/admin/rappels/${recall}`);
    }
    for (const page of await notesOf(bare))
      expect(textOf(page)).toContain(
        "Lot rappelé : J1. Vérifiez le lot avant d’envoyer ce produit.",
      );
    for (const page of await notesOf(other)) expect(page).not.toContain("Rappel en cours");
    expect(await customer.read(`/admin/my-orders/${bare}`)).not.toContain("Rappel en cours");
  });
});

describe("bad input", () => {
  test("a scope that can't be", () => {
    const error = (query: string) => parseScope(new URLSearchParams(query), "2026-11-25").error;
    expect(error("lot=A&du=2026-01-01&au=2026-01-02")).toContain("pas les deux");
    expect(error(`lot=${"x".repeat(10_000)}`)).toContain("40 caractères");
    expect(error("du=2026-02-30&au=2026-03-01")).toContain("premier et le dernier jour");
    expect(error("du=2026-03-02&au=2026-03-01")).toContain("après le dernier");
    expect(error("du=2026-03-02&au=2026-11-26")).toContain("pas encore passé");
    expect(error(Array.from({ length: 51 }, (_, n) => `lot=${n}`).join("&"))).toContain("50 lots");
    expect(
      parseScope(new URLSearchParams("lot=b&lot=A&lot=+a+"), "2026-11-25").scope!.lots,
    ).toEqual(["A", "B"]);
  });

  test("words that make the danger smaller are found in any case", () => {
    expect(downplayingWords({ ...NOTICE, danger: "Rappel VOLONTAIRE, par précaution" })).toEqual([
      "VOLONTAIRE",
      "par précaution",
    ]);
    expect(downplayingWords(NOTICE)).toEqual([]);
  });

  test("empty, overlong and hostile notices, forged products and recalls", async () => {
    const product = await newProduct();
    const address = `/admin/rappels/nouveau?produit=${product}&lot=A`;
    const post = (fields: Record<string, string>, path = address) =>
      admin.post(path, { ...NOTICE, confirmed: "1", ...fields });
    for (const fields of [{ danger: " " }, { action: "x".repeat(10_000) }] as Record<
      string,
      string
    >[])
      expect((await post(fields)).status).toBe(400);
    for (const path of [
      "",
      "?produit=x'--&lot=A",
      "?produit=01ARZ3NDEKTSV4RRFFQ69G5FAV&lot=A",
      `?produit=${product}`,
    ])
      expect((await post({}, `/admin/rappels/nouveau${path}`)).status, path).toBe(400);
    expect(await db.select().from(recalls).where(eq(recalls.productId, product))).toEqual([]);
    const id = await publishByForm(
      admin,
      { produit: product, lot: "<b>" },
      { ...NOTICE, danger: "<script>alert(1)</script>" },
    );
    const page = await shop.visitor().read(`/rappels/${id}`);
    expect(page).not.toContain("<script>alert(1)");
    expect(page).toContain("&lt;script&gt;alert(1)");
    for (const path of ["x'--", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "%00"])
      expect((await shop.visitor().fetch(`/rappels/${path}`)).status).toBe(404);
    const forged = adminOf(await shop.customer());
    const scope = { productId: product, lots: ["A"], fromDay: null, untilDay: null };
    await expect(publishRecall(shop, forged, scope, NOTICE)).rejects.toThrow(
      "only an administrator",
    );
  });
});

test("a closed shop still shows its recalls", () => {
  for (const route of ["rappels", "rappels/:id"]) expect(STAYS_OPEN.has(route)).toBe(true);
});
