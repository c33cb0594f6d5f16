import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import { confirmCashOrder, holdConfirmedOrders } from "#app/orders/cash-holds.server.ts";
import { releaseUnpaidHolds } from "#app/orders/order-stock.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { endUnpaidOrders } from "#app/payments/end-unpaid-orders.server.ts";
import { orderToken } from "#app/platform/order-token.server.ts";
import { adminOf } from "../support/admin.ts";
import { Caller } from "../support/caller.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { payOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { countProduct, holdsOf, stockOf } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

/* What cash orders of counted products hold (docs/decisions/0094-cash-holds.md). Time is moved in the orders. */
const { shop, customer, admin, orderOf, notInLedger } = await openMoneyShop();
const { db, sql } = shop;
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

const CASH = { paymentMethod: "Paiement à la livraison" };
const CONFIRM = { intent: "confirm-email" };
let people = 0;
const newEmail = () => `especes-${++people}@exemple.fr`;

async function counted(onHand: number): Promise<string> {
  const id = await insertProduct(db, { name: "crème au lin", price: 10 });
  await countProduct(sql, id, onHand);
  return id;
}
const form = (id: string, qty: number, fields: Record<string, string> = {}) =>
  orderForm([{ id, qty }], qty * 1_000, { ...CASH, ...fields });
/** A cash order of a visitor; its page's address, and a browser that has opened its mailed link. */
async function guestOrder(productId: string, qty: number, email = newEmail()) {
  const placing = shop.visitor();
  const answer = await placing.post("/panier", form(productId, qty, { email }));
  expect(answer.status).toBe(302);
  const id = answer.headers.get("location")!.split("/").at(-1)!;
  notInLedger.push(id);
  const reader = shop.visitor();
  const token = orderToken(shop.config.sessionSecret, { orderId: id, version: 1, from: "mail" });
  await reader.get(`/commande?lien=${token}`);
  return { id, email, placing, reader, page: `/admin/my-orders/${id}` };
}
/** A cash order of a customer whose address is confirmed. */
async function confirmedOrder(productId: string, qty: number) {
  const buyer = await shop.customer();
  await sql`UPDATE users SET email_verified = true WHERE id = ${buyer.userId}`;
  const answer = await buyer.post("/panier", form(productId, qty));
  const id = answer.headers.get("location")!.split("/").at(-1)!;
  notInLedger.push(id);
  return { id, buyer, page: `/admin/my-orders/${id}` };
}
const heldOf = async (productId: string) => (await stockOf(db, productId)).held;
const dayOver = (id: string) =>
  sql`UPDATE orders SET to_confirm_until = now() - interval '1 second' WHERE id = ${id}`;
const weekOver = (id: string) =>
  sql`UPDATE orders SET held_until = now() - interval '1 second' WHERE id = ${id}`;
const mailsOf = async (id: string) =>
  (
    await sql`SELECT template FROM mails WHERE key LIKE ${`order-${id.toLowerCase()}-%`} ORDER BY template`
  ).map((row) => row["template"]);
const messagesOf = async (id: string) =>
  (await sql`SELECT title FROM messages WHERE order_id = ${id} ORDER BY id`).map(
    (row) => row["title"],
  );
const isToPrepare = async (id: string) =>
  (await admin.read("/admin/commandes?etat=a-preparer")).includes(deliveryNumber(id));
/** Runs both at once, behind the order's lock, the first one first. */
const raced = (id: string, acts: (() => Promise<unknown>)[]) =>
  queueBehind(sql, (holder) => holder`SELECT FROM orders WHERE id = ${id} FOR UPDATE`, acts);

describe("an address that nobody has confirmed", () => {
  test("holds nothing, and is not to be prepared, until the mailed link's button is pressed", async () => {
    const product = await counted(20);
    const { id, placing, reader, page } = await guestOrder(product, 20);
    expect(await heldOf(product)).toBe(0);
    expect(await messagesOf(id)).toEqual([]);
    expect(await isToPrepare(id)).toBe(false);
    const list = textOf(await admin.read(`/admin/commandes?commande=${id}`));
    expect(list).toContain("À confirmer");
    expect(list).toContain("Adresse e-mail à confirmer");
    expect(textOf(await placing.read(`/payement/${id}`))).toContain(
      "Confirmez votre adresse e-mail",
    );
    expect(textOf(await placing.read(page))).toContain("Vos articles ne sont pas encore réservés");
    const [mail] = await sql`
      SELECT props->>'confirmUntil' AS until FROM mails WHERE key = ${`order-${id.toLowerCase()}-received`}`;
    expect(new Date(mail!["until"])).toEqual((await orderOf(id)).toConfirmUntil);
    // Whoever has placed it has no proof.
    expect((await placing.post(page, CONFIRM)).status).toBe(400);
    expect(await heldOf(product)).toBe(0);

    expect(textOf(await reader.read(page))).toContain("Sans confirmation avant le");
    for (let time = 0; time < 2; time++) {
      const answer = await reader.post(page, CONFIRM);
      expect(answer.status).toBe(200);
      expect(textOf(await answer.text())).toContain(
        "Adresse confirmée : vos articles sont réservés.",
      );
    }
    expect(await heldOf(product)).toBe(20);
    expect(await orderOf(id)).toMatchObject({ toConfirmUntil: null, holdEndedAt: null });
    expect(await messagesOf(id)).toEqual(["Nouvelle commande à la livraison"]);
    expect(await isToPrepare(id)).toBe(true);
    await dayOver(id);
    await endUnpaidOrders(shop);
  });

  test("of an account: the job holds once the account's address is confirmed", async () => {
    const product = await counted(5);
    const buyer = await shop.customer();
    const answer = await buyer.post("/panier", form(product, 2));
    const id = answer.headers.get("location")!.split("/").at(-1)!;
    notInLedger.push(id);
    expect(await heldOf(product)).toBe(0);
    expect(await holdConfirmedOrders(shop)).toBe(0);
    const page = await buyer.read(`/admin/my-orders/${id}`);
    expect(page).toContain("par le lien de notre e-mail");
    expect(textOf(await buyer.read("/admin/my-orders"))).toContain("À confirmer");
    await sql`UPDATE users SET email_verified = true WHERE id = ${buyer.userId}`;
    expect(textOf(await buyer.read(`/admin/my-orders/${id}`))).toContain(
      "Nous réservons vos articles",
    );
    expect(await holdConfirmedOrders(shop)).toBe(1);
    expect(await holdConfirmedOrders(shop)).toBe(0);
    expect(await heldOf(product)).toBe(2);
  });

  test("of an account that never confirmed its address: the mailed link and its button, for nobody else", async () => {
    const product = await counted(5);
    const buyer = await shop.customer();
    const answer = await buyer.post("/panier", form(product, 2));
    const id = answer.headers.get("location")!.split("/").at(-1)!;
    notInLedger.push(id);
    await sendAllMails(shop);
    const mails = await writtenMails(shop.config.dataDir, buyer.email);
    const mail = mails.find(({ text }) => text.includes("Confirmer mon adresse"))!;
    const link = linkIn(mail, "/admin/my-orders/");
    const page = `/admin/my-orders/${id}`;
    expect((await buyer.post(page, CONFIRM)).status).toBe(400);
    expect((await buyer.post(`${page}?preuve=${id}.0m.${"x".repeat(22)}`, CONFIRM)).status).toBe(
      400,
    );
    expect((await customer.post(link, CONFIRM)).status).toBe(404);
    expect(await buyer.read(page)).not.toContain("Confirmer mon adresse");
    // Opened in the telephone's mail program, where nobody is signed in: the proof stays through the sign-in.
    const reader = shop.visitor();
    expect((await shop.visitor().post(link, CONFIRM)).status).toBe(302);
    const signIn = (await reader.get(link)).headers.get("location")!;
    const asked = await reader.read(signIn);
    expect(textOf(asked)).toContain(
      "Votre commande est dans votre compte : connectez-vous pour confirmer votre adresse e-mail.",
    );
    const [, signUp] = /href="([^"]*mode=inscription[^"]*)"/.exec(asked)!;
    expect(signUp).toContain("preuve=");
    await reader.post(signIn, { email: buyer.email, password: "Faux-mot-1" });
    const signedIn = await reader.post(signIn, { email: buyer.email, password: "Mot-de-passe-1" });
    expect(signedIn.headers.get("location")).toBe(link);
    expect(await reader.read(link)).toContain("Confirmer mon adresse");
    expect(await buyer.read(link)).toContain("Confirmer mon adresse");
    expect(await heldOf(product)).toBe(0);
    expect((await buyer.post(link, CONFIRM)).status).toBe(200);
    expect(await heldOf(product)).toBe(2);
  });

  test("asked into an account whose address is not confirmed: one note says by which mail, and until when", async () => {
    const { email, placing, page } = await guestOrder(await counted(2), 2);
    const password = "Mot-de-passe-1";
    const account = { name: "Zoé", email, password, confirmation: password };
    expect((await placing.post("/connexion?mode=inscription", account)).status).toBe(302);
    expect(await placing.read(page)).toContain("Vos articles ne sont pas encore réservés.");
    const asked = textOf(await (await placing.post(page, { intent: "join" })).text());
    expect(asked).toContain("Retrouvez vos commandes dans votre compte");
    expect(asked).toContain("et vos articles seront réservés. Sans cela avant le");
    expect(asked).not.toContain("Vos articles ne sont pas encore réservés.");
  });

  test("refuses what lacks at the order; what lacks at the confirmation is said, and held when it comes back", async () => {
    const product = await counted(3);
    const refused = await shop
      .visitor()
      .post("/panier.data", form(product, 4, { email: newEmail() }));
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Il ne reste que 3\u00a0×");
    const { id, reader, page } = await guestOrder(product, 3);
    await confirmedOrder(product, 2);
    expect((await reader.post(page, CONFIRM)).status).toBe(200);
    expect(await heldOf(product)).toBe(2);
    const said = textOf(await reader.read(page));
    expect(said).toContain("Il n’y a plus assez d’articles pour cette commande.");
    expect(said).toContain("Il ne reste que 1");
    await sql`SELECT move_stock(${product}, 'entry', 2, '', NULL, NULL, NULL)`;
    expect(await holdConfirmedOrders(shop)).toBe(1);
    expect(await heldOf(product)).toBe(5);
    expect(await messagesOf(id)).toEqual(["Nouvelle commande à la livraison"]);
  });

  test.each(["faute de confirmation", "faute d’articles"])(
    "ends after its day %s, with one mail, and fills the cart again",
    async (reason) => {
      const product = await counted(3);
      const { id, placing, reader, page } = await guestOrder(product, 3);
      if (reason === "faute d’articles") {
        await confirmedOrder(product, 3);
        await reader.post(page, CONFIRM);
      }
      expect(await endUnpaidOrders(shop)).toBe(0);
      await dayOver(id);
      expect(await endUnpaidOrders(shop)).toBe(1);
      expect(await endUnpaidOrders(shop)).toBe(0);
      expect(await orderOf(id)).toMatchObject({ cancelReason: reason });
      expect(await mailsOf(id)).toEqual(["order-cancelled", "order-received"]);
      expect(await messagesOf(id)).toEqual([]);
      const ended = textOf(await placing.read(page));
      expect(ended).toContain(`Cette commande a pris fin ${reason} le`);
      expect(ended).toContain("Remplir le panier");
      expect(textOf(await reader.read(page))).not.toContain("Confirmez votre adresse");
      // Too late.
      const late = textOf(await (await reader.post(page, CONFIRM)).text());
      expect(late).toContain(`Cette commande a pris fin ${reason} le`);
      expect(late).not.toContain("Adresse confirmée");
      expect(await holdConfirmedOrders(shop)).toBe(0);
      expect(await holdsOf(db, id)).toEqual([]);
    },
  );

  test.each(["confirmation", "job"])(
    "confirmed at the moment of its end, the %s first: held or ended, as the first one wants",
    async (first) => {
      const product = await counted(2);
      const { id, reader, page } = await guestOrder(product, 2);
      await dayOver(id);
      const acts = [() => reader.post(page, CONFIRM), () => endUnpaidOrders(shop)];
      await raced(id, first === "job" ? acts.toReversed() : acts);
      const { cancelledAt } = await orderOf(id);
      const isHeld = first === "confirmation";
      expect([await heldOf(product), cancelledAt === null]).toEqual([isHeld ? 2 : 0, isHeld]);
    },
  );

  test("two confirmations at once hold once, with one message", async () => {
    const product = await counted(5);
    const { id, reader, page } = await guestOrder(product, 2);
    const answers = await raced(id, [
      () => reader.post(page, CONFIRM),
      () => reader.post(page, CONFIRM),
    ]);
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await heldOf(product)).toBe(2);
    expect(await messagesOf(id)).toEqual(["Nouvelle commande à la livraison"]);
  });

  test("confirmed in time by an account, an order is held instead of ended when no other job has come by", async () => {
    const product = await counted(5);
    const { id } = await guestOrder(product, 2);
    await dayOver(id);
    await sql`UPDATE orders SET email_confirmed_at = now() WHERE id = ${id}`;
    expect(await endUnpaidOrders(shop)).toBe(0);
    expect(await heldOf(product)).toBe(2);
  });

  test("without a counted product nothing is new: prepared at once, without a date", async () => {
    const product = await insertProduct(db, { name: "savon", price: 10 });
    const { id, placing } = await guestOrder(product, 20);
    expect(await orderOf(id)).toMatchObject({
      toConfirmUntil: null,
      heldUntil: null,
      holdEndedAt: null,
    });
    expect(await messagesOf(id)).toEqual(["Nouvelle commande à la livraison"]);
    expect(await isToPrepare(id)).toBe(true);
    expect(textOf(await placing.read(`/payement/${id}`))).toContain("Nous préparons votre colis");
    expect(textOf(await admin.read(`/admin/commandes?commande=${id}`))).not.toContain(
      "Confirmer la commande",
    );
    await sql`UPDATE orders SET created_at = created_at - interval '8 days' WHERE id = ${id}`;
    await releaseUnpaidHolds(shop);
    await endUnpaidOrders(shop);
    expect(await orderOf(id)).toMatchObject({ holdEndedAt: null, cancelledAt: null });
    expect(await mailsOf(id)).toEqual(["order-received"]);
  });
});

describe("the hold of a cash order", () => {
  const confirm = (id: string) => admin.post("/admin/commandes", { intent: "confirm", id });

  test("ends after seven days: a mail, a message, the order stays; « Confirmer la commande » holds again", async () => {
    const product = await counted(4);
    const { id, buyer, page } = await confirmedOrder(product, 3);
    const { heldUntil } = await orderOf(id);
    expect(heldUntil!.getTime() - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
    expect(await releaseUnpaidHolds(shop)).toBe(0);
    await weekOver(id);
    expect(await releaseUnpaidHolds(shop)).toBe(1);
    expect(await releaseUnpaidHolds(shop)).toBe(0);
    expect(await heldOf(product)).toBe(0);
    expect(await orderOf(id)).toMatchObject({ cancelledAt: null });
    expect(await mailsOf(id)).toEqual(["order-hold-ended", "order-received"]);
    expect(await messagesOf(id)).toEqual([
      "Nouvelle commande à la livraison",
      "Commande à la livraison plus réservée",
    ]);
    expect(textOf(await buyer.read(page))).toContain("Vos articles ne sont plus réservés.");
    const drawer = await admin.read(`/admin/commandes?commande=${id}`);
    expect(textOf(drawer)).toContain("Plus réservée");
    // The wanted act is the drawer's primary button.
    expect(drawer).toMatch(/class="btn btn--s"[^>]*>Confirmer la commande/);
    expect(drawer).toMatch(/class="btn btn--2 btn--s"[^>]*><svg.*?<\/svg>Marquer comme livré/s);
    expect(await isToPrepare(id)).toBe(true);

    // Another order takes some: what lacks is missing.
    await confirmedOrder(product, 2);
    expect((await confirm(id)).status).toBe(200);
    expect(await holdsOf(db, id)).toEqual([{ held: 2, missing: 1, gone: 0 }]);
    for (const path of ["/admin/historique", `/admin/commandes?commande=${id}`])
      expect(textOf(await admin.read(path)), path).toContain("Commande confirmée");
    await (await confirm(id)).text();
    expect(
      await sql`SELECT FROM audit_events WHERE act = 'order-confirmed' AND subject_id = ${id}`,
    ).toHaveLength(1);
  });

  test("does not end once an administrator has confirmed the order, or a parcel has left", async () => {
    const product = await counted(6);
    const confirmed = await confirmedOrder(product, 2);
    await confirm(confirmed.id);
    const sent = await confirmedOrder(product, 2);
    const handedOver = await admin.post(`/admin/commandes/remise?commandes=${sent.id}`, {
      commandes: sent.id,
      cle: ulid(),
      transporteur: "Colissimo",
      [`qte-${sent.id}-0`]: "1",
    });
    expect(textOf(await handedOver.text())).toContain("est remise");
    for (const { id } of [confirmed, sent])
      expect(await orderOf(id)).toMatchObject({ heldUntil: null, holdEndedAt: null });
    expect(await releaseUnpaidHolds(shop)).toBe(0);
    expect(await heldOf(product)).toBe(3);
  });

  test("of an unconfirmed address: an administrator's confirmation holds at once; handing over does, too", async () => {
    const product = await counted(6);
    const { id } = await guestOrder(product, 2);
    await confirm(id);
    expect(await heldOf(product)).toBe(2);
    await endUnpaidOrders(shop);
    expect(await orderOf(id)).toMatchObject({ cancelledAt: null, toConfirmUntil: null });
    // Not for customers.
    const other = await guestOrder(product, 2);
    expect(
      (await customer.post("/admin/commandes", { intent: "confirm", id: other.id })).status,
    ).toBe(302);
    expect(await heldOf(product)).toBe(2);
  });

  test.each(["administrator", "job"])(
    "at the moment of its end, the %s first: confirmed, it holds its pieces",
    async (first) => {
      const product = await counted(2);
      const { id } = await confirmedOrder(product, 2);
      await weekOver(id);
      const acts = [() => confirm(id), () => releaseUnpaidHolds(shop)];
      await raced(id, first === "job" ? acts.toReversed() : acts);
      expect(await orderOf(id)).toMatchObject({ heldUntil: null, holdEndedAt: null });
      expect(await heldOf(product)).toBe(2);
    },
  );

  test("an order that is cancelled beside the job gets no mail about its hold", async () => {
    const product = await counted(2);
    const { id } = await confirmedOrder(product, 2);
    await weekOver(id);
    const released = await queueBehind(
      sql,
      (holder) =>
        holder`UPDATE orders SET cancelled_at = now(), cancel_reason = 'essai' WHERE id = ${id}`,
      [() => releaseUnpaidHolds(shop)],
    );
    expect(released).toEqual([0]);
    expect(await mailsOf(id)).toEqual(["order-received"]);
  });

  test("only an administrator's verb confirms", async () => {
    const { id } = await guestOrder(await counted(2), 1);
    await expect(confirmCashOrder(db, adminOf(customer), id)).rejects.toThrow(
      "only an administrator",
    );
  });
});

describe("the pieces that cash orders of new buyers hold", async () => {
  const limited = await openShop({ RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "1" });
  const product = await insertProduct(limited.db, { name: "crème au lin", price: 10 });
  await countProduct(limited.sql, product, 10_000);
  const order = (address: string, qty: number, email: string, fields = {}) =>
    new Caller(limited.url, address).post("/panier.data", form(product, qty, { email, ...fields }));
  const place = async (...wanted: Parameters<typeof order>) => {
    const answer = await order(...wanted);
    return { status: answer.status, text: await answer.text() };
  };

  test("are at most thirty a mailbox in a week, over tags and networks; the payment's choice says so, and online is open", async () => {
    expect((await place("192.0.2.1", 20, "m@exemple.fr")).status).toBe(202);
    const refused = await place("192.0.2.2", 11, "M+x@exemple.fr", { name: "Zoé Gardée" });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain("Payez celle-ci en ligne");
    expect(refused.text).toContain("Zoé Gardée");
    // What was refused does not count.
    expect((await place("192.0.2.3", 10, "m+y@exemple.fr")).status).toBe(202);
    expect((await place("192.0.2.4", 1, "m@exemple.fr")).status).toBe(429);
    const online = { paymentMethod: "Paiement securisé en ligne" };
    expect((await place("192.0.2.4", 40, "m@exemple.fr", online)).status).toBe(202);
  });

  test("are at most ninety a network in a week; a retry of the same form counts once", async () => {
    const key = "0".repeat(25);
    for (const index of [1, 2, 3])
      for (const _ of [1, 2])
        expect(
          (
            await place("192.0.2.50", 30, `r${index}@exemple.fr`, {
              idempotencyKey: `${key}${index}`,
            })
          ).status,
        ).toBe(202);
    expect((await place("192.0.2.50", 1, "r4@exemple.fr")).status).toBe(429);
    expect((await place("192.0.2.51", 1, "r4@exemple.fr")).status).toBe(202);
  });

  test("strangers use up nobody's share: who has proved the address has one of their own, and who has paid none", async () => {
    const owner = await limited.customer();
    await limited.sql`UPDATE users SET email_verified = true WHERE id = ${owner.userId}`;
    expect((await place("192.0.2.60", 30, owner.email)).status).toBe(202);
    const own = async (qty: number) =>
      (await owner.post("/panier.data", form(product, qty))).status;
    expect(await own(30)).toBe(202);
    expect(await own(1)).toBe(429);
    await limited.sql`UPDATE orders SET is_shipped = true, shipped_at = now() WHERE customer_id = ${owner.userId}`;
    expect(await own(50)).toBe(202);
    // An account's past counts whether or not its address is confirmed.
    await limited.sql`UPDATE users SET email_verified = false WHERE id = ${owner.userId}`;
    expect(await own(50)).toBe(202);
  });

  test("of an account count by its sign-in address, not by the one in its profile, which may be anybody's", async () => {
    const [owner, other] = [await limited.customer(), await limited.customer()];
    await limited.sql`UPDATE users SET email_verified = true WHERE id IN (${owner.userId}, ${other.userId})`;
    const own = async (who: typeof owner, qty: number) =>
      (await who.post("/panier.data", form(product, qty))).status;
    const setEmail = (email: string) =>
      limited.sql`UPDATE profiles SET email = ${email} WHERE user_id = ${other.userId}`;
    await setEmail(owner.email);
    expect(await own(other, 29)).toBe(202);
    expect(await own(owner, 2)).toBe(202);
    await setEmail("encore-une@exemple.fr");
    expect(await own(other, 2)).toBe(429);
  });

  test("don't count of products without counted stock", async () => {
    const uncounted = await insertProduct(limited.db, { name: "savon", price: 10 });
    const caller = new Caller(limited.url, "192.0.2.70");
    for (let index = 0; index < 3; index++) {
      const wanted = orderForm([{ id: uncounted, qty: 90 }], 90_000, {
        ...CASH,
        email: "savon@exemple.fr",
      });
      expect((await caller.post("/panier.data", wanted)).status).toBe(202);
    }
  });
});
