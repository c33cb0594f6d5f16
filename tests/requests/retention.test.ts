import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readReturn } from "#app/orders/return-state.server.ts";
import { forgetOldData } from "../../server/retention.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

/*
 * For each retention period: a row that is just older, a row that is younger, and, if there are such, one that is never deleted.
 */
const shop = await openShop();
const forget = () => forgetOldData(shop);
const ids = async (table: string, column = "id") =>
  (await shop.sql.unsafe(`SELECT ${column} AS id FROM ${table} ORDER BY 1`)).map(
    (row) => row["id"],
  );
const ago = (time: string) => sql.raw(`now() - interval '${time}'`);

test("forgetOldData deletes expired sessions and links, e-mail changes after a day and former addresses after a week", async () => {
  const customer = await shop.customer();
  const user = customer.userId;
  const session = (id: string, ends: ReturnType<typeof sql>) =>
    sql`(${id}, ${user}, ${id}, ${ends})`;
  await shop.db.execute(sql`DELETE FROM sessions`);
  await shop.db.execute(sql`INSERT INTO sessions (id, user_id, token, expires_at) VALUES
    ${session("ended", ago("1 second"))}, ${session("open", ago("-1 hour"))}`);
  await shop.db.execute(sql`INSERT INTO verifications (id, identifier, value, expires_at) VALUES
    ('ended', 'a', ${user}, ${ago("1 second")}), ('open', 'b', ${user}, ${ago("-1 hour")})`);
  await shop.db
    .execute(sql`INSERT INTO email_changes (token_hash, user_id, email, is_open, asked_at) VALUES
    ('old', ${user}, 'a@exemple.fr', false, ${ago("25 hours")}), ('new', ${user}, 'b@exemple.fr', true, ${ago("23 hours")})`);
  await shop.db
    .execute(sql`INSERT INTO former_addresses (token_hash, user_id, email, changed_at) VALUES
    ('old', ${user}, 'a@exemple.fr', ${ago("169 hours")}), ('new', ${user}, 'b@exemple.fr', ${ago("167 hours")})`);
  await forget();
  expect(await ids("former_addresses", "token_hash")).toEqual(["new"]);
  expect(await ids("sessions")).toEqual(["open"]);
  expect(await ids("verifications")).toEqual(["open"]);
  expect(await ids("email_changes", "token_hash")).toEqual(["new"]);
});

test("forgetOldData deletes unsent mails after 90 days, records of sent mails after three years", async () => {
  const waiting = (key: string, time: string) =>
    sql`(${key}, 'welcome', 'a@exemple.fr', '{}', ${ago(time)}, NULL)`;
  const sent = (key: string, time: string) =>
    sql`(${key}, 'welcome', NULL, NULL, ${ago(time)}, ${ago(time)})`;
  await shop.db.execute(sql`DELETE FROM mails`);
  await shop.db
    .execute(sql`INSERT INTO mails (key, template, recipient, props, queued_at, sent_at) VALUES
    ${waiting("waiting-old", "91 days")}, ${waiting("waiting", "89 days")},
    ${sent("sent-old", "3 years 1 day")}, ${sent("sent", "2 years")}`);
  await forget();
  expect(await ids("mails", "key")).toEqual(["sent", "waiting"]);
});

test("forgetOldData deletes read messages: notices about orders after one year, customers' messages after three", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(shop.db, { name: "huile", price: 10 });
  await customer.post("/panier", orderForm([{ id, qty: 1 }], 1000));
  const [order] = await shop.sql`SELECT id FROM orders`;
  const message = (name: string, time: string, isRead = true) =>
    sql`(${name}, 'titre', 'texte', ${isRead}, ${ago(time)})`;
  await shop.db.execute(sql`INSERT INTO messages (id, title, message, is_read, created_at) VALUES
    ${message(`${order!["id"]}-ancien`, "13 months")}, ${message(`${order!["id"]}-recent`, "11 months")},
    ${message("ancien", "37 months")}, ${message("recent", "35 months")}, ${message("jamais-lu", "5 years", false)}`);
  await forget();
  expect(await ids("messages")).toEqual([`${order!["id"]}-recent`, "jamais-lu", "recent"]);
});

test("forgetOldData deletes reports of reviews one year after the decision, never an open one", async () => {
  const report = (id: string, time: string | null) =>
    sql`(${id}, 'p', 'huile', 'fake', 'x', 'Inès', 'ines@exemple.fr', ${ago("5 years")},
      ${time && "kept"}::text, ${time && "x"}::text, (${time ? ago(time) : null})::timestamptz)`;
  await shop.db
    .execute(sql`INSERT INTO review_reports (id, product_id, product_name, reason, explanation, name, email, created_at,
      decision, decision_reason, decided_at) VALUES
    ${report("old", "1 year 1 day")}, ${report("kept", "11 months")}, ${report("open", null)}`);
  await forget();
  expect(await ids("review_reports")).toEqual(["kept", "open"]);
});

test("forgetOldData deletes audit entries after six years", async () => {
  const act = (id: string, time: string) =>
    sql`(${id}, 'Claire', 'product-deleted', 'product', 'p', 'baume', ${ago(time)})`;
  await shop.db
    .execute(sql`INSERT INTO audit_events (id, actor_name, act, subject_type, subject_id, subject_name, created_at) VALUES
    ${act("old", "6 years 1 day")}, ${act("kept", "5 years")}`);
  await forget();
  expect(await ids("audit_events")).toEqual(["kept"]);
});

test("forgetOldData deletes imports and their lines after 90 days without activity, never a running one", async () => {
  const entry = (id: string, state: string, time: string) =>
    sql`(${id}, 'Claire', 'a.csv', 'utf-8', ';', ${state}, ${ago(time)})`;
  await shop.db
    .execute(sql`INSERT INTO product_imports (id, admin_name, file_name, encoding, separator, state, updated_at) VALUES
    ${entry("old", "done", "91 days")}, ${entry("kept", "done", "89 days")}, ${entry("runs", "running", "91 days")}`);
  await shop.db.execute(
    sql`INSERT INTO product_import_lines (import_id, line, outcome) VALUES ('old', 2, 'faulty')`,
  );
  await forget();
  expect(await ids("product_imports")).toEqual(["kept", "runs"]);
  expect(await ids("product_import_lines", "import_id")).toEqual([]);
  await shop.sql`DELETE FROM product_imports`;
});

test("forgetOldData deletes the provider's payment data after thirteen months, except of pending payments", async () => {
  const [order] = await shop.sql`SELECT id FROM orders`;
  const payment = (id: string, attempt: number, state: string, time: string) =>
    sql`(${id}, ${order!["id"]}, ${attempt}, 1000, ${state}, 'dit', ${ago(time)})`;
  await shop.db
    .execute(sql`INSERT INTO payments (id, order_id, attempt, amount_cents, state, detail, updated_at) VALUES
    ${payment("old", 1, "failed", "14 months")}, ${payment("kept", 2, "failed", "12 months")},
    ${payment("waits", 3, "unknown", "14 months")}`);
  await shop.db
    .execute(sql`INSERT INTO refunds (id, order_id, amount_cents, reason, state, detail, updated_at) VALUES
    ('old', ${order!["id"]}, 100, 'abîmé', 'done', 'dit', ${ago("14 months")}),
    ('waits', ${order!["id"]}, 100, 'abîmé', 'unknown', 'dit', ${ago("14 months")})`);
  await forget();
  const detailsOf = async (table: string) =>
    (await shop.sql.unsafe(`SELECT id, detail FROM ${table} ORDER BY id`)).map((row) =>
      Object.values(row),
    );
  expect(await detailsOf("payments")).toEqual([
    ["kept", "dit"],
    ["old", null],
    ["waits", "dit"],
  ]);
  expect(await detailsOf("refunds")).toEqual([
    ["old", null],
    ["waits", "dit"],
  ]);
});

test("forgetOldData anonymises orders without payment after three years; paid orders keep their customer", async () => {
  const customer = await shop.customer({ name: "Anne" });
  const id = await insertProduct(shop.db, { name: "huile de lin", price: 10 });
  for (const name of ["old", "recent", "paid"])
    await customer.post("/panier", orderForm([{ id, qty: 1 }], 1000, { name }));
  const age = (name: string, time: string) =>
    shop.db.execute(
      sql`UPDATE orders SET created_at = ${ago(time)}, is_paid = customer_name = 'paid' WHERE customer_name = ${name}`,
    );
  await age("old", "37 months");
  await age("recent", "35 months");
  await age("paid", "37 months");
  await forget();
  const rows = await shop.sql`
    SELECT customer_name AS name, customer_id AS customer FROM orders WHERE created_at < now() - interval '1 year' ORDER BY 1`;
  const { userId } = customer;
  expect(rows).toEqual([
    { name: "Effacé", customer: null },
    { name: "paid", customer: userId },
    { name: "recent", customer: userId },
  ]);
});

test("forgetOldData deletes withdrawals after five years", async () => {
  const statement = (id: string, time: string) =>
    sql`(${id.padEnd(26, "0")}, '7Q2M7Q2M7Q2M7Q2M', 'Claire', ${`${id}@exemple.fr`}, ${ago(time)})`;
  await shop.db
    .execute(sql`INSERT INTO withdrawals (id, order_number, name, email, created_at) VALUES
    ${statement("old", "5 years 1 day")}, ${statement("kept", "4 years")}`);
  await forget();
  expect(await ids("withdrawals", "email")).toEqual(["kept@exemple.fr"]);
});

test("a return outlives its statement of withdrawal, and after five years nothing is due for it", async () => {
  const customer = await shop.customer();
  const product = await insertProduct(shop.db, { name: "baume", price: 34 });
  const cash = { paymentMethod: "Paiement à la livraison" };
  const placed = await customer.post("/panier", orderForm([{ id: product, qty: 1 }], 3400, cash));
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  await shop.sql`UPDATE orders SET is_shipped = true, shipped_at = now() - interval '6 years' WHERE id = ${id}`;
  await shop.db
    .execute(sql`INSERT INTO withdrawals (id, order_id, order_number, name, email, created_at)
    VALUES (${id}, ${id}, '7Q2M7Q2M7Q2M7Q2M', 'Claire', 'c@exemple.fr', ${ago("5 years 1 day")})`);
  await shop.db
    .execute(sql`INSERT INTO returns (id, order_id, withdrawal_id, created_at, received_at)
    VALUES (${id}, ${id}, ${id}, ${ago("5 years 1 day")}, ${ago("5 years 1 day")})`);
  await shop.sql`INSERT INTO return_lines VALUES (${id}, ${id}, 0, 1, 1, 0)`;
  await forget();
  const [row] = await shop.sql`SELECT withdrawal_id FROM returns WHERE id = ${id}`;
  expect(row).toEqual({ withdrawal_id: null });
  expect(await readReturn(shop.db, id)).toMatchObject({ state: "nothing-due" });
  await shop.sql`UPDATE returns SET received_at = now() WHERE id = ${id}`;
  expect(await readReturn(shop.db, id)).toMatchObject({ state: "to-refund" });
});

test("forgetOldData deletes stock alerts after a year, except the last one of a product", async () => {
  const products = await Promise.all(
    ["huile", "savon"].map((name) => insertProduct(shop.db, { name, price: 34 })),
  );
  await shop.db
    .execute(sql`INSERT INTO stock_alerts (product_id, number, available, alert_level, created_at)
    VALUES (${products[0]}, 1, 0, 5, ${ago("1 year 2 days")}), (${products[0]}, 2, 0, 5, ${ago("1 year 1 day")}),
      (${products[1]}, 1, 0, 5, ${ago("1 year 1 day")}), (${products[1]}, 2, 0, 5, ${ago("11 months")})`);
  await forget();
  const rows = await shop.sql`SELECT product_id, number FROM stock_alerts ORDER BY 1`;
  expect([...rows]).toEqual(products.toSorted().map((id) => ({ product_id: id, number: 2 })));
});

test("forgetOldData deletes accounts unused for three years, after a mail one month before", async () => {
  const password = "Mot-de-passe-1";
  const [sleeper, keeper, late, admin] = [
    await shop.customer(),
    await shop.customer(),
    await shop.customer(),
    await shop.customer({ isAdmin: true }),
  ];
  const used = (who: { userId: string }, time: string) =>
    shop.db.execute(
      sql`UPDATE account_uses SET last_used_at = ${ago(time)} WHERE user_id = ${who.userId}`,
    );
  for (const who of [sleeper, keeper, late, admin]) await used(who, "3 years");
  await used(late, "34 months");
  await shop.sql`DELETE FROM mails`;
  const sentMails = async () =>
    (await shop.sql`SELECT recipient, template FROM mails ORDER BY recipient, queued_at`).map(
      ({ recipient, template }) => `${template} ${recipient}`,
    );
  const announced = [sleeper, keeper].map(({ email }) => `account-ending ${email}`).sort();
  await forget();
  await forget();
  expect(await sentMails()).toEqual(announced);

  // A month passes; one of them signs in.
  await shop.sql`UPDATE account_uses SET end_announced_at = end_announced_at - interval '31 days'`;
  expect((await shop.visitor().post("/connexion", { email: keeper.email, password })).status).toBe(
    302,
  );
  await forget();
  const alive = await ids("users");
  expect(alive).not.toContain(sleeper.userId);
  for (const { userId } of [keeper, late, admin]) expect(alive).toContain(userId);
  expect(await sentMails()).toContain(`account-deleted ${sleeper.email}`);
  // After a sign-in, the next announcement is due in three years.
  await used(keeper, "3 years");
  await forget();
  expect(
    (await sentMails()).filter((mail) => mail === `account-ending ${keeper.email}`),
  ).toHaveLength(2);
});

test("forgetOldData keeps an unused account while an order is to be delivered, or when it is used meanwhile", async () => {
  const customer = await shop.customer();
  const productId = await insertProduct(shop.db, { name: "huile de noix", price: 10 });
  await customer.post(
    "/panier",
    orderForm([{ id: productId, qty: 1 }], 1000, { paymentMethod: "Paiement à la livraison" }),
  );
  const due = () =>
    shop.db
      .execute(sql`UPDATE account_uses SET last_used_at = ${ago("4 years")}, end_announced_at = ${ago("31 days")}
      WHERE user_id = ${customer.userId}`);
  const isThere = async () => (await ids("users")).includes(customer.userId);
  await due();
  await forget();
  expect(await isThere()).toBe(true);
  await shop.sql`UPDATE orders SET is_shipped = true WHERE customer_id = ${customer.userId}`;

  // A session is inserted as the deletion begins: the deletion waits, then sees it.
  let end: Promise<void> | undefined;
  await shop.sql.begin(async (tx) => {
    await tx`INSERT INTO sessions (id, user_id, token, expires_at)
      VALUES ('meanwhile', ${customer.userId}, 'meanwhile', now() + interval '1 day')`;
    end = forget();
    const waiting = () =>
      shop.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1);
  });
  await end;
  expect(await isThere()).toBe(true);
  await due();
  await forget();
  expect(await isThere()).toBe(false);
});

test("forgetOldData forgets the account of a removed review's author after a year, and the author after five", async () => {
  const kept = (id: string, age: string) =>
    sql`(${id}, 'x', now(), 'Anne', 'a@exemple.fr', '', 'x', now(), ${ago(age)})`;
  await shop.db.execute(sql`INSERT INTO review_authors
      (comment_id, product_id, published_at, name, email, phone, account_id, account_created_at, kept_from)
    VALUES ${kept("old", "1827 days")}, ${kept("older", "366 days")}, ${kept("new", "364 days")}`);
  await forget();
  expect(
    await shop.sql`SELECT comment_id, name, account_id, account_created_at IS NULL AS empty FROM review_authors ORDER BY 1`,
  ).toEqual([
    { comment_id: "new", name: "Anne", account_id: "x", empty: false },
    { comment_id: "older", name: "Anne", account_id: null, empty: true },
  ]);
});
