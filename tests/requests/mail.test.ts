import { statSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { deliverMails } from "#app/mail/deliver-mail.ts";
import { mailsWithoutJob, queueMail, queueSendJob } from "#app/mail/outbox.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { mails } from "#db/schema/index.ts";
import { attachmentsOf, startJobs } from "../../server/jobs.ts";
import { openMailServer, sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";

const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({
  SMTP_URL: server.url,
  SHOP_LEGAL_NAME: "Fleurs & Fils SARL",
  SHOP_ADDRESS: "14 rue des Lilas, 69003 Lyon",
  SHOP_EMAIL: "bonjour@fleurs.exemple",
});

const filing = await openShop();

const link = {
  template: "password-link",
  props: { path: "/nouveau-mot-de-passe?lien=abc" },
} as const;
const waiting = async (key: string) =>
  (await shop.db.select().from(mails).where(eq(mails.key, key)))[0];
const attempt = (key: string, retryCount = 0) =>
  deliverMails(shop, attachmentsOf(shop), [
    { id: "job", data: { key }, retryCount, retryLimit: 12 },
  ]);
const idsOf = (key: string) =>
  server.received.filter(({ headers }) => headers["message-id"]?.includes(key));

test("a mail sent by SMTP has one recipient, HTML and text, and the shop's name and address", async () => {
  await shop.db.transaction(async (tx) => {
    await queueMail(tx, shop.jobs, { ...link, to: "claire@exemple.fr", key: "essai-1" });
  });
  expect(await waiting("essai-1")).toMatchObject({ ...link, recipient: "claire@exemple.fr" });
  await attempt("essai-1");

  const [mail] = idsOf("essai-1");
  expect(mail?.recipients).toEqual(["claire@exemple.fr"]);
  expect(mail?.headers["from"]).toContain("<bonjour@fleurs.exemple>");
  expect(mail?.headers["auto-submitted"]).toBe("auto-generated");
  for (const content of [mail!.html, mail!.text]) {
    expect(content).toContain("Choisissez un nouveau mot de passe");
    expect(content).toContain(`${shop.config.baseUrl}/nouveau-mot-de-passe?lien=abc`);
    expect(content).toContain("14 rue des Lilas, 69003 Lyon");
    expect(content).toContain("bonjour@fleurs.exemple");
    expect(content).toContain("Vous n’avez rien demandé\u00a0?");
    expect(content).not.toMatch(/undefined|\[object|\\u/);
  }
  expect(mail!.html).toContain("Fleurs &amp; Fils SARL");
  expect(mail!.html).toContain('lang="fr"');
  expect(mail!.text).toContain("Fleurs & Fils SARL");
  expect(mail!.text).not.toMatch(/<(?!http)/);
});

test("a mail with the same key is sent once; its recipient and contents are deleted once sent", async () => {
  const mail = { ...link, to: "claire@exemple.fr", key: "essai-2" };
  for (let times = 0; times < 2; times++)
    await shop.db.transaction((tx) => queueMail(tx, shop.jobs, mail));
  await attempt("essai-2");
  expect(await waiting("essai-2")).toMatchObject({ recipient: null, props: null });
  await shop.db.transaction((tx) => queueMail(tx, shop.jobs, mail));
  await attempt("essai-2");
  expect(idsOf("essai-2")).toHaveLength(1);
});

test("a rolled-back transaction queues no mail", async () => {
  const undone = shop.db.transaction(async (tx) => {
    await queueMail(tx, shop.jobs, { ...link, to: "claire@exemple.fr", key: "essai-3" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await waiting("essai-3")).toBeUndefined();
  const jobs = await shop.sql`SELECT 1 FROM jobs.job WHERE data->>'key' = 'essai-3'`;
  expect(jobs).toHaveLength(0);
});

test("a mail refused by the server is retried with the same Message-ID", async () => {
  await shop.db.transaction((tx) =>
    queueMail(tx, shop.jobs, { ...link, to: "claire@exemple.fr", key: "essai-4" }),
  );
  server.refuseNext(2);
  expect(await attempt("essai-4")).toEqual([{ id: "job", status: "failed" }]);
  expect(await attempt("essai-4", 12)).toEqual([{ id: "job", status: "failed" }]);
  const log = shop.takeErrors().join("\n");
  expect(log).toContain("mail not sent yet");
  expect(log).toContain("mail given up");
  expect(log).not.toContain("claire@exemple.fr");
  expect(await waiting("essai-4")).toMatchObject({ sentAt: null });
  expect(await attempt("essai-4")).toEqual([{ id: "job", status: "completed" }]);
  expect(idsOf("essai-4").map(({ headers }) => headers["message-id"])).toEqual([
    "<essai-4@localhost>",
  ]);
  expect(await shop.jobs.boss.getQueue("send-mail")).toMatchObject({
    retryLimit: 12,
    retryBackoff: true,
    retryDelay: 30,
    retryDelayMax: 3_600,
  });
});

test.each([
  "claire@exemple.fr, autre@exemple.fr",
  "claire@exemple.fr\r\nBcc: autre@exemple.fr",
  "Claire <claire@exemple.fr>",
  "claire@exemple.fr;autre@exemple.fr",
  "",
])("a recipient that isn't exactly one address is refused: « %s »", async (to) => {
  const queued = shop.db.transaction((tx) =>
    queueMail(tx, shop.jobs, { ...link, to, key: "essai-5" }),
  );
  await expect(queued).rejects.toThrow(/invalid|too small/i);
  expect(await waiting("essai-5")).toBeUndefined();
});

test("user input adds no header and no HTML to a mail", async () => {
  await shop.db.transaction((tx) =>
    queueMail(tx, shop.jobs, {
      template: "address-changed",
      props: { newAddress: "x\r\nBcc: autre@exemple.fr\r\n<script>alert(1)</script>@exemple.fr" },
      to: "claire@exemple.fr",
      key: "essai-6",
    }),
  );
  await attempt("essai-6");
  const [mail] = idsOf("essai-6");
  expect(mail?.recipients).toEqual(["claire@exemple.fr"]);
  expect(mail?.headers["bcc"]).toBeUndefined();
  expect(mail?.html).not.toContain("<script");
});

test("the shop's job worker sends a committed mail", async () => {
  await startJobs(shop);
  await shop.db.transaction((tx) =>
    queueMail(tx, shop.jobs, { ...link, to: "ines@exemple.fr", key: "essai-7" }),
  );
  await expect.poll(() => idsOf("essai-7").length, { timeout: 10_000 }).toBe(1);
  await expect.poll(async () => (await waiting("essai-7"))?.sentAt).toBeInstanceOf(Date);
});

test("mails with a link to open are sent before bulk and welcome mails that were queued earlier", async () => {
  const queue = await openShop();
  const { db, jobs, sql } = queue;
  const to = "claire@exemple.fr";
  const path = "/confirmer-adresse?lien=a";
  await queueMail(db, jobs, { to, key: "ordre-1", template: "welcome", props: {} });
  await queueMail(db, jobs, { to, key: "ordre-2", ...link, isBulk: true });
  await queueMail(db, jobs, { to, key: "ordre-3", ...link });
  await queueMail(db, jobs, { to, key: "ordre-4", template: "confirm-address", props: { path } });
  const first = async () => {
    const fetched = await jobs.boss.fetch<{ key: string }>("send-mail", { batchSize: 2 });
    return fetched.map(({ data }) => data.key).toSorted();
  };
  expect(await first()).toEqual(["ordre-3", "ordre-4"]);
  // A restored shop has the mails, but not their jobs.
  await sql`DELETE FROM jobs.job WHERE name = 'send-mail'`;
  for (const mail of await mailsWithoutJob(db)) await queueSendJob(db, jobs, mail);
  expect(await first()).not.toContain("ordre-1");
});

test("a requested password link is sent while hundreds of bulk mails are queued", async () => {
  const busy = await openShop({ SMTP_URL: server.url });
  const { email } = await busy.customer();
  const many = Array.from({ length: 300 }, (_, index) => index);
  for (const index of many)
    await queueMail(busy.db, busy.jobs, {
      to: `foule-${index}@exemple.fr`,
      template: "contact-receipt",
      props: {},
      key: `foule-${index}`,
    });
  await busy.sql`
    INSERT INTO jobs.job (name, data)
    SELECT 'password-links', json_build_object('email', 'foule-' || n || '@exemple.fr', 'isBulk', true)
    FROM generate_series(1, 100) AS n`;
  await busy.visitor().post("/mot-de-passe-oublie", { email });
  const work = vi.spyOn(busy.jobs.boss, "work");
  await startJobs(busy);
  for (const queue of ["send-mail", "password-links"])
    expect(work).toHaveBeenCalledWith(
      queue,
      // A full batch is followed by the next fetch at once.
      expect.objectContaining({ batchSize: 10, burstWhenBatchFull: true }),
      expect.any(Function),
    );
  const sentTo = (start: string) =>
    server.received.filter(({ recipients }) => recipients[0]?.startsWith(start)).length;
  await expect.poll(() => sentTo(email), { timeout: 20_000 }).toBeGreaterThan(0);
  expect(sentTo("foule-")).toBeLessThan(300);
}, 30_000);

test("without SMTP_URL, a mail is written to a file with mode 0600", async () => {
  const key = "essai-8";
  await filing.db.transaction((tx) =>
    queueMail(tx, filing.jobs, { ...link, to: "ines@exemple.fr", key }),
  );
  await sendAllMails(filing);
  const file = statSync(join(filing.config.dataDir, "mail", `${key}.eml`));
  expect(file.mode & 0o777).toBe(0o600);
  const [mail] = await writtenMails(filing.config.dataDir, "ines@exemple.fr");
  expect(mail?.headers["message-id"]).toBe(`<${key}@localhost>`);
  expect(mail?.text).toContain("Choisissez un nouveau mot de passe");
});

test("the name in MAIL_FROM may contain a comma", () => {
  const { fixed } = readConfig({
    MAIL_FROM: "Aubry, soins : Paris <a@b.fr>",
    DATA_DIR: filing.config.dataDir,
  });
  expect(fixed.mails).toEqual({ senderName: "Aubry, soins : Paris", senderAddress: "a@b.fr" });
});

test.each(["a@b.fr, c@d.fr", "A <a@b.fr>, C <c@d.fr>", "A\r\nBcc: c@d.fr <a@b.fr>", "personne"])(
  "an invalid MAIL_FROM is refused: « %s »",
  (sender) => {
    expect(() => readConfig({ MAIL_FROM: sender, DATA_DIR: filing.config.dataDir })).toThrow(
      /MAIL_FROM is not valid.*Example/,
    );
  },
);
