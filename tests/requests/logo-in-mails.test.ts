import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LOGO_ID } from "#app/mail/inline-ids.ts";
import { readMailFile } from "#app/mail/mailer.server.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { sendPicture } from "../support/tus.ts";

const shop = await openShop();
const { db, config, jobs, storage } = shop;

/** The mail « welcome » as it is sent now, as its file for mail programs (`raw`), and as the one for a browser (`filed`). */
async function sendWelcome(key: string) {
  const to = `${key}@exemple.fr`;
  await db.transaction((tx) => queueMail(tx, jobs, { key, to, template: "welcome", props: {} }));
  await sendAllMails(shop);
  const [mail] = await writtenMails(config.dataDir, to);
  const raw = await readFile(join(config.dataDir, "mail", `${key}.eml`), "utf8");
  return { ...mail!, raw, filed: await readMailFile(config, key, "html") };
}

test("a logo is a part of each mail, which loads nothing; without its file the mail has the name", async () => {
  expect((await sendWelcome("delivered")).html).toContain("ÉCLAT");
  const admin = await shop.customer({ isAdmin: true });
  const wave =
    '<path d="M10 40Q60 0 100 40T190 40" fill="none" stroke="#1F4E79" stroke-width="8"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60">${wave}</svg>`;
  const { picture } = await sendPicture(admin, "logo", Buffer.from(svg), "logo.svg");
  const form = {
    version: "0",
    base: "",
    logo: picture!.path,
    accent: "#7A2342",
    palette: "papier",
  };
  expect((await admin.post("/admin/reglages/apparence", form)).status).toBe(200);

  const logo = Buffer.from(await storage.read(picture!.path)).toString("base64");
  const mail = await sendWelcome("logo");
  expect(mail.html).toContain(`src="cid:${LOGO_ID}"`);
  expect(mail.html).toContain('alt="Éclat"');
  expect(mail.html).not.toContain('src="http');
  expect(mail.text).toMatch(/^Éclat\n/);
  expect(mail.raw).toMatch(new RegExp(`Content-ID: <${LOGO_ID}>`, "i"));
  expect(mail.raw).toContain("Content-Disposition: inline");
  expect(mail.raw.replaceAll(/\r?\n/g, "")).toContain(logo);
  expect(mail.filed).toContain(`data:image/png;base64,${logo}`);
  expect(mail.filed).not.toContain("cid:");

  await storage.remove(picture!.path);
  const without = await sendWelcome("without");
  expect(without.html).toContain("ÉCLAT");
  expect(without.raw).not.toContain("cid:");
});
