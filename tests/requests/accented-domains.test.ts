import { expect, test } from "vitest";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { asciiEmail } from "#app/ui/email-schema.ts";
import { insertProduct } from "../support/catalogue.ts";
import { sendAllMails, writtenMails } from "../support/mail.ts";
import { approve, capture, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* E-mail addresses at a domain with an accent (UTS 46): accepted wherever one is typed, stored in ASCII, shown as typed. */
const shop = await openShop();
const { sql } = shop;
const admin = await shop.customer({ isAdmin: true });
const typed = (name: string) => `${name}@société.fr`;
const stored = (name: string) => `${name}@xn--socit-esab.fr`;
const PASSWORD = "Mot-de-passe-1";

test.each([
  [typed("claire"), stored("claire")],
  ["claire@SOCIÉTÉ.fr", stored("claire")],
  ["claire@exemple.fr", "claire@exemple.fr"],
  // Not made into an address by the way.
  ["claire@soci\u00e9t\u00e9.fr/a", "claire@soci\u00e9t\u00e9.fr/a"],
  ["claire@b@é.fr", "claire@b@é.fr"],
  ["claire@é:80", "claire@é:80"],
  ["claire", "claire"],
])("%s is stored as %s", (text, ascii) => expect(asciiEmail(text)).toBe(ascii));

test("an address that cannot be decoded is shown as stored", () => {
  expect(shownEmail(stored("claire"))).toBe(typed("claire"));
  expect(shownEmail("a@xn--\u0000.fr")).toBe("a@xn--\u0000.fr");
  expect(shownEmail("")).toBe("");
});

test("an account: signed up and in, found by its link, shown, not made twice", async () => {
  const signUp = { name: "Claire", password: PASSWORD, confirmation: PASSWORD };
  const signsUp = (email: string) =>
    shop.visitor().post("/connexion?mode=inscription", { ...signUp, email, mode: "inscription" });
  expect((await signsUp(typed("claire"))).status).toBe(302);
  expect(await sql`SELECT email FROM users WHERE email LIKE 'claire@%'`).toEqual([
    { email: stored("claire") },
  ]);
  expect((await signsUp(stored("claire"))).status).toBe(401);
  for (const email of [typed("claire"), stored("claire")]) {
    const browser = shop.visitor();
    expect((await browser.post("/connexion", { email, password: PASSWORD })).status).toBe(302);
    expect(textOf(await browser.read("/admin/account"))).toContain(typed("claire"));
    expect(await browser.read("/admin/parametre-compte")).toContain(`value="${typed("claire")}"`);
  }
  await shop.visitor().post("/mot-de-passe-oublie", { email: typed("claire") });
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, stored("claire"));
  expect(mails.some(({ text }) => text.includes("/nouveau-mot-de-passe"))).toBe(true);
});

test("an order without an account, its withdrawal, a message and a report of an effect", async () => {
  const visitor = shop.visitor();
  const email = typed("invite");
  const orderId = await placeOrder(shop, visitor, { email } as object);
  const number = orderId.slice(10).toUpperCase();
  const name = "Inès Moreau";
  const statement = { name, number, email, articles: "", intent: "confirm" };
  await visitor.post("/retractation", statement);
  const message = { name, email, phoneNumber: "", company: "", title: "Bonjour", message: "?" };
  expect((await visitor.post("/contact", message)).status).toBe(200);
  const effect = {
    product: "Savon",
    description: "Rougeurs",
    seriousness: "none",
    email,
  };
  expect((await visitor.post("/effet-indesirable", effect)).status).toBeLessThan(400);
  const productId = await insertProduct(shop.db, { name: "savon", price: 9 });
  await visitor.post(`/produit/${productId}/prevenir`, { email });
  await sendAllMails(shop);

  const kept = await sql<{ email: string }[]>`
    SELECT guest_email AS email FROM orders WHERE id = ${orderId}
    UNION ALL SELECT email FROM withdrawals
    UNION ALL SELECT email FROM messages WHERE title = 'Bonjour'
    UNION ALL SELECT email FROM effect_reports
    UNION ALL SELECT email FROM stock_waiters`;
  expect(kept.map((row) => row.email)).toEqual(Array(5).fill(stored("invite")));
  for (const path of [
    `/admin/commandes?commande=${orderId}`,
    `/admin/commandes/${orderId}/sans-compte`,
    "/admin/retractations",
    "/admin/notifications",
    "/admin/effets-indesirables",
  ]) {
    const page = textOf(await admin.read(path));
    expect(page, path).toContain(email);
    expect(page, path).not.toContain("xn--");
  }
});

test("an order whose details were read is paid, and its mails leave", async () => {
  const visitor = shop.visitor();
  const email = "acheteuse@société.fr";
  const orderId = await placeOrder(shop, visitor, { email } as object);
  expect(textOf(await visitor.read(`/admin/my-orders/${orderId}`))).toContain("À payer");
  const { providerOrderId } = await startPaying(visitor, orderId);
  await approve(visitor, providerOrderId);
  expect(await capture(visitor, orderId, providerOrderId)).toMatchObject({ kind: "paid" });
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, asciiEmail(email));
  expect(mails.map(({ headers }) => headers["subject"])).toHaveLength(2);
});

test("the shop's own address: shown as typed, mails are sent from its ASCII form", async () => {
  const version = () => String(shop.settings.current().versions.contact);
  const saved = await admin.post("/admin/reglages/contact", {
    phone: "",
    email: typed("bonjour"),
    socialLinks: "",
    version: version(),
    base: "",
  });
  expect(saved.status).toBeLessThan(400);
  await expect.poll(() => shop.visitor().read("/contact")).toContain(typed("bonjour"));
  expect(shop.settings.current().groups.contact.email).toBe(stored("bonjour"));
  const customer = await shop.customer();
  await sendAllMails(shop);
  const [mail] = await writtenMails(shop.config.dataDir, customer.email);
  expect(mail!.headers["from"]).toContain(stored("bonjour"));
  expect(mail!.headers["reply-to"]).toContain(stored("bonjour"));
});
