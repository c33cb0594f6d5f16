import { setTimeout as sleep } from "node:timers/promises";
import { Browser } from "../support/browser.ts";
import { linkIn, writtenMails } from "../support/mail.ts";
import { withAttackedShop, type AttackedShop, type Attack } from "./attack.ts";

const OLD = "Mot-de-passe-1";
const NEW = "Nouveau-mot-2";

async function signUp({ url }: AttackedShop, email: string): Promise<Browser> {
  const browser = new Browser(url);
  const form = { name: "Claire", email, password: OLD, confirmation: OLD };
  const answer = await browser.post("/connexion?mode=inscription", form);
  if (answer.status !== 302) throw new Error(`sign-up answered ${answer.status}`);
  return browser;
}

/** The link with this path in the first mail to this address; null when none arrives within a minute. */
async function linkTo({ dataDir }: AttackedShop, email: string, path: string) {
  for (let tries = 0; tries < 600; tries++) {
    const mails = await writtenMails(dataDir, email);
    const mail = mails.find(({ text }) => text.includes(path));
    if (mail) return linkIn(mail, path);
    await sleep(100);
  }
  return null;
}

/** Requests a password link for this account and reads it from the mail. */
async function resetLink(shop: AttackedShop, email: string): Promise<string> {
  await new Browser(shop.url).post("/mot-de-passe-oublie", { email });
  const link = await linkTo(shop, email, "/nouveau-mot-de-passe");
  if (!link) throw new Error("no link to a new password");
  return link;
}

const reset = (shop: AttackedShop, link: string) =>
  new Browser(shop.url).post(link, { password: NEW, confirmation: NEW });

/**
 * An attacker with a stolen session requests address changes during the owner's password reset, then confirms them. True if the
 * account got the attacker's address.
 */
async function stealsAccount(shop: AttackedShop, round: number): Promise<boolean> {
  const email = `victime-${round}@exemple.fr`;
  const thief = await signUp(shop, email);
  const link = await resetLink(shop, email);
  const addresses = [0, 1, 2, 3, 4].map((index) => `voleur-${round}-${index}@exemple.fr`);
  const asked = addresses.map(async (address, index) => {
    await sleep(index * 25);
    const form = { name: "Claire", dateOfBirth: "", phone: "", email: address };
    await thief.post("/admin/parametre-compte", form);
  });
  await Promise.all([reset(shop, link), ...asked]);
  for (const address of addresses) {
    const { length } = await shop.sql`
      SELECT FROM email_changes WHERE email = ${address} AND is_open`;
    if (length === 0) continue;
    const confirmation = await linkTo(shop, address, "/confirmer-adresse");
    if (confirmation) await new Browser(shop.url).post(confirmation, { password: OLD });
  }
  const { length } = await shop.sql`SELECT FROM users WHERE email = ${email}`;
  return length === 0;
}

/** Signs in with the old password six times during a password reset. True if one of these sessions is still valid. */
async function keepsOldPasswordSession(shop: AttackedShop, round: number): Promise<boolean> {
  const email = `ancienne-${round}@exemple.fr`;
  await signUp(shop, email);
  const link = await resetLink(shop, email);
  const thieves = Array.from({ length: 6 }, () => new Browser(shop.url));
  const tried = thieves.map(async (thief, index) => {
    await sleep(index * 15);
    await thief.post("/connexion", { email, password: OLD });
  });
  await Promise.all([reset(shop, link), ...tried]);
  const pages = await Promise.all(thieves.map((thief) => thief.get("/admin/account")));
  return pages.some(({ status }) => status === 200);
}

/** How many of four concurrent sign-ups with one address get a 5xx. */
async function countSignUpErrors({ url }: AttackedShop, round: number): Promise<number> {
  const form = { name: "Claire", email: `quatre-${round}@exemple.fr` };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      new Browser(url).post("/connexion?mode=inscription", {
        ...form,
        password: OLD,
        confirmation: OLD,
      }),
    ),
  );
  return answers.filter(({ status }) => status >= 500).length;
}

async function timesTrue(count: number, act: (round: number) => Promise<boolean>) {
  let times = 0;
  for (let round = 0; round < count; round++) if (await act(round)) times++;
  return times;
}

/**
 * Address changes and sign-ins concurrent with a password reset, concurrent sign-ups with one address, and a sign-up with an
 * address longer than mail allows.
 */
export const accounts: Attack = {
  name: "accounts",
  run: () =>
    withAttackedShop({}, async (shop) => {
      const takeovers = await timesTrue(10, (round) => stealsAccount(shop, round));
      const survivors = await timesTrue(8, (round) => keepsOldPasswordSession(shop, round));
      let errors = 0;
      for (let round = 0; round < 10; round++) errors += await countSignUpErrors(shop, round);
      const long = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(51)}.fr`;
      const { status } = await new Browser(shop.url).post("/connexion?mode=inscription", {
        name: "Claire",
        email: long,
        password: OLD,
        confirmation: OLD,
      });
      return [
        { figure: "accounts taken over beside a reset, of 10", value: takeovers, limit: 0 },
        { figure: "old passwords' sessions after a reset, of 8", value: survivors, limit: 0 },
        { figure: "sign-ups at once answered 500, of 40", value: errors, limit: 0 },
        {
          figure: `accounts made with an address of ${long.length}`,
          value: status === 302 ? 1 : 0,
          limit: 0,
        },
      ];
    }),
};
