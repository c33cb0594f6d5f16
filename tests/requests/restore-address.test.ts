import { expect, test } from "vitest";
import { openAccountShop, SETTINGS } from "../support/account-shop.ts";
import { linkIn, subjectOf } from "../support/mail.ts";

const { shop, save, signIn, profileOf, addressOf, mailsTo, changeAddress } =
  await openAccountShop();

test("« Ce n’est pas moi » restores the address and ends sessions and password, once", async () => {
  const thief = await shop.customer();
  const [old, stolen] = [thief.email, `vol-${thief.email}`];
  const link = await changeAddress(thief, old, stolen);
  const victim = shop.visitor();
  expect(await victim.read(link)).toContain(old);
  // A GET request (a mail scanner) changes nothing.
  expect(await addressOf(thief)).toBe(stolen);
  // A password link requested at the thief's address is revoked as well.
  await shop.visitor().post("/mot-de-passe-oublie", { email: stolen });
  const [mail] = await mailsTo(stolen, "Choisissez un nouveau mot de passe");
  const thiefsLink = linkIn(mail!, "/nouveau-mot-de-passe");
  const restored = await victim.post(link, {});
  const text = await restored.text();
  expect([restored.status, text]).toEqual([
    200,
    expect.stringContaining("Votre adresse est rétablie"),
  ]);
  expect(await addressOf(thief)).toBe(old);
  expect((await profileOf(thief)).email).toBe(old);
  expect((await thief.get("/admin/account")).status).toBe(302);
  for (const address of [old, stolen]) expect((await signIn(address)).status).toBe(401);
  expect((await shop.visitor().get(thiefsLink)).status).toBe(410);
  const [notice, ...more] = await mailsTo(stolen, "L’ancienne adresse est rétablie");
  expect(more).toEqual([]);
  expect(subjectOf(notice!)).toBe("Votre adresse de connexion est de nouveau l’ancienne");
  expect(notice!.text.replaceAll(/\s+/g, " ")).toContain(
    `Bonjour, à l’adresse ${old[0]}…@exemple.fr, on nous a dit que le changement pour celle-ci n’était pas voulu. Le compte Éclat s’ouvre de nouveau avec l’ancienne, toutes ses sessions sont fermées et son mot de passe ne sert plus.`,
  );
  // The mail's reader no longer owns the account: it links to /contact, without account links or the full address.
  expect(notice!.text).not.toContain(old);
  expect(linkIn(notice!, "/contact")).toBe("/contact");
  expect(notice!.text).not.toMatch(/nouveau-mot-de-passe|ce-n-est-pas-moi/);
  const passwordPath = /href="(\/nouveau-mot-de-passe[^"]*)"/.exec(text)![1]!;
  const chosen = { password: "Nouveau-mot-2", confirmation: "Nouveau-mot-2" };
  expect((await victim.post(passwordPath, chosen)).status).toBe(200);
  const again = await shop.visitor().post("/connexion", { email: old, password: chosen.password });
  expect(again.status).toBe(302);
  expect(await shop.visitor().read(link, 410)).toContain("Ce lien ne sert plus");
  expect((await shop.visitor().post(link, {})).status).toBe(410);
  // The refused second request has changed nothing.
  expect(await addressOf(thief)).toBe(old);
});

test("« Ce n’est pas moi » also undoes later changes and revokes their links", async () => {
  const thief = await shop.customer();
  const [old, second, third] = [thief.email, `b-${thief.email}`, `c-${thief.email}`];
  const link = await changeAddress(thief, old, second);
  const thiefsLink = await changeAddress(thief, second, third);
  const chosen = { password: "Voleur-mot-3", confirmation: "Voleur-mot-3" };
  await shop.visitor().post("/mot-de-passe-oublie", { email: third });
  const [mail] = await mailsTo(third, "Choisissez un nouveau mot de passe");
  await shop.visitor().post(linkIn(mail!, "/nouveau-mot-de-passe"), chosen);
  expect((await shop.visitor().post(link, {})).status).toBe(200);
  expect(await addressOf(thief)).toBe(old);
  expect((await shop.visitor().post(thiefsLink, {})).status).toBe(410);
  expect(await addressOf(thief)).toBe(old);
});

test("« Ce n’est pas moi » links expire after seven days and with the account's deletion", async () => {
  const [late, gone] = [await shop.customer(), await shop.customer()];
  const lateLink = await changeAddress(late, late.email, `tard-${late.email}`);
  await shop.sql`UPDATE former_addresses SET changed_at = now() - interval '7 days'
    WHERE user_id = ${late.userId}`;
  expect((await shop.visitor().post(lateLink, {})).status).toBe(410);
  const goneLink = await changeAddress(gone, gone.email, `parti-${gone.email}`);
  const deleted = await gone.post(`${SETTINGS}/supprimer`, { password: "Mot-de-passe-1" });
  expect(deleted.status).toBe(302);
  expect((await shop.visitor().get(goneLink)).status).toBe(410);
  expect((await shop.visitor().post(goneLink, {})).status).toBe(410);
});

test("of ten concurrent « Ce n’est pas moi » requests, one succeeds", async () => {
  const customer = await shop.customer();
  const link = await changeAddress(customer, customer.email, `onze-${customer.email}`);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shop.visitor().post(link, {})),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(410)]);
});

test("a former address is reserved for its account for seven days", async () => {
  const customer = await shop.customer();
  const [old, fresh] = [customer.email, `ici-${customer.email}`];
  const link = await changeAddress(customer, old, fresh);
  const form = { name: "Autre", email: old, password: "Mot-de-passe-1" };
  const signUp = () =>
    shop.visitor().post("/connexion?mode=inscription", { ...form, confirmation: "Mot-de-passe-1" });
  expect((await signUp()).status).toBe(401);
  const other = await shop.customer();
  await save(other, { email: old });
  expect(await mailsTo(old, "Cette adresse a déjà un compte")).toHaveLength(1);
  await changeAddress(customer, fresh, old);
  expect((await shop.visitor().get(link)).status).toBe(410);
  await changeAddress(customer, old, `la-${old}`);
  await shop.sql`UPDATE former_addresses SET changed_at = now() - interval '7 days'
    WHERE email = ${old}`;
  expect((await signUp()).status).toBe(302);
});
