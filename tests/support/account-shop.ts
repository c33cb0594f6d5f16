import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { profiles, users } from "#db/schema/index.ts";
import type { Browser } from "./browser.ts";
import { linkIn, sendAllMails, writtenMails } from "./mail.ts";
import { openShop } from "./shop.ts";

export const SETTINGS = "/admin/parametre-compte";

/** A shop with helpers to edit accounts and to follow the links of their mails. */
export async function openAccountShop() {
  const shop = await openShop();
  type Customer = Awaited<ReturnType<typeof shop.customer>>;

  const save = (browser: Customer, fields: Record<string, string> = {}) =>
    browser.post(SETTINGS, {
      name: "Claire Aubry",
      dateOfBirth: "",
      phone: "",
      email: browser.email,
      ...fields,
    });
  async function mailsTo(email: string, title: string) {
    await sendAllMails(shop);
    const mails = await writtenMails(shop.config.dataDir, email);
    return mails.filter(({ text }) => text.includes(title));
  }
  async function confirmationLink(email: string): Promise<string> {
    const mails = await mailsTo(email, "Confirmez votre adresse");
    return linkIn(mails.at(-1)!, "/confirmer-adresse");
  }
  return {
    shop,
    save,
    mailsTo,
    confirmationLink,
    signIn: (email: string) =>
      shop.visitor().post("/connexion", { email, password: "Mot-de-passe-1" }),
    profileOf: async ({ userId }: Customer) =>
      (await shop.db.select().from(profiles).where(eq(profiles.userId, userId)))[0]!,
    addressOf: async ({ userId }: Customer) =>
      (await shop.db.select().from(users).where(eq(users.id, userId)))[0]?.email,
    /** Changes the sign-in address; returns the « Ce n’est pas moi » link from the mail to the former address. */
    async changeAddress(customer: Customer, from: string, to: string): Promise<string> {
      await save(customer, { email: to });
      expect((await confirm(shop.visitor(), await confirmationLink(to))).status).toBe(200);
      const mails = await mailsTo(from, "Votre adresse a changé");
      return linkIn(mails.at(-1)!, "/ce-n-est-pas-moi");
    },
  };
}

/** Submits the form of a confirmation link. */
export const confirm = (browser: Browser, link: string, password = "Mot-de-passe-1") =>
  browser.post(link, { password });
