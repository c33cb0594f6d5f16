import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pictures, users } from "#db/schema/index.ts";
import { openAccountShop, SETTINGS } from "../support/account-shop.ts";
import { openShop } from "../support/shop.ts";
import { sendPicture } from "../support/tus.ts";

const { shop, save, signIn, profileOf, mailsTo, confirmationLink } = await openAccountShop();
type Customer = Awaited<ReturnType<typeof shop.customer>>;

test("a new profile has a name and an e-mail, and no other data (§3)", async () => {
  const customer = await shop.customer({ name: "Inès Moreau" });
  expect(await profileOf(customer)).toMatchObject({
    name: "Inès Moreau",
    email: customer.email,
    phone: "",
    dateOfBirth: null,
    photo: null,
    isAdmin: false,
  });
  const page = await customer.read("/admin/account");
  expect(page).toContain("Inès Moreau");
  expect(page).toContain(customer.email);
  expect(page).toContain("Les informations de votre compte");
  expect(page.match(/(Date de naissance|Téléphone)|Non indiquée?/g)).toEqual([
    "Date de naissance",
    "Non indiquée",
    "Téléphone",
    "Non indiqué",
  ]);
});

test("name, birth date and phone can be edited and are shown", async () => {
  const customer = await shop.customer();
  const answer = await save(customer, {
    name: "  Claire   Aubry-Petit ",
    dateOfBirth: "1991-03-14",
    phone: "06 12 34 56 78",
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("Modifications enregistrées");
  expect(await profileOf(customer)).toMatchObject({
    name: "Claire Aubry-Petit",
    dateOfBirth: "1991-03-14",
    phone: "33612345678",
    email: customer.email,
  });
  const [user] = await shop.db.select().from(users).where(eq(users.id, customer.userId));
  expect(user?.name).toBe("Claire Aubry-Petit");
  const page = await customer.read("/admin/account");
  expect(page).toContain("14 mars 1991");
  expect(page).toContain("+33 6 12 34 56 78");
  await save(customer);
  expect(await profileOf(customer)).toMatchObject({ dateOfBirth: null, phone: "" });
});

test.each([
  ["no name", { name: " " }, "Indiquez votre nom."],
  ["a too long name", { name: "x".repeat(201) }, "200 caractères au plus."],
  ["an impossible date", { dateOfBirth: "1991-02-30" }, "Cette date ne semble pas juste"],
  ["a birth date in the future", { dateOfBirth: "2191-03-14" }, "Cette date ne semble pas juste"],
  ["an incomplete phone number", { phone: "+33 6 39" }, "Ce numéro ne semble pas complet"],
  ["a too long phone number", { phone: "0".repeat(30) }, "Ce numéro ne semble pas complet"],
  ["no e-mail", { email: "" }, "Indiquez votre adresse e-mail."],
  ["two e-mails", { email: "a@b.fr, c@d.fr" }, "Cette adresse ne semble pas complète"],
])(
  "%s is refused with « Erreur de mise a jour », and nothing is saved",
  async (_what, fields, message) => {
    const customer = await shop.customer();
    const before = await profileOf(customer);
    const answer = await save(customer, { phone: "06 12 34 56 78", ...fields });
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain("Erreur de mise a jour");
    expect(text).toContain(message);
    if (!("phone" in fields)) expect(text).toContain("06 12 34 56 78");
    expect(await profileOf(customer)).toEqual(before);
  },
);

test("extra form fields neither grant administrator rights nor edit another customer's profile", async () => {
  const [customer, other] = [await shop.customer(), await shop.customer()];
  const before = await profileOf(other);
  const forged = { isAdmin: "true", is_admin: "true", userId: other.userId, id: other.userId };
  expect((await save(customer, { ...forged, name: "Ruse" })).status).toBe(200);
  expect(await profileOf(customer)).toMatchObject({ name: "Ruse", isAdmin: false });
  expect(await profileOf(other)).toEqual(before);
  for (const path of [SETTINGS, `${SETTINGS}.data`]) {
    const answer = await shop.visitor().post(path, { name: "Personne", email: other.email });
    expect([202, 302]).toContain(answer.status);
  }
});

test("a failing update shows « Erreur de mise a jour » and keeps the form's input", async () => {
  const customer = await shop.customer();
  await shop.sql`ALTER TABLE profiles ADD CONSTRAINT broken CHECK (name <> 'Panne')`;
  const answer = await save(customer, { name: "Panne", phone: "06 12 34 56 78" });
  await shop.sql`ALTER TABLE profiles DROP CONSTRAINT broken`;
  expect(answer.status).toBe(503);
  const text = await answer.text();
  expect(text).toContain("Erreur de mise a jour");
  expect(text).toContain("06 12 34 56 78");
  expect(shop.takeErrors().join("")).toContain("profile update");
});

test("changing the password requires the former one and ends the account's other sessions", async () => {
  const customer = await shop.customer();
  const { email } = customer;
  const other = shop.visitor();
  await other.post("/connexion", { email, password: "Mot-de-passe-1" });
  await save(customer, { email: `attend-${email}` });
  const waiting = await confirmationLink(`attend-${email}`);
  const change = (fields: Record<string, string>) =>
    customer.post(SETTINGS, {
      intent: "password",
      formerPassword: "Mot-de-passe-1",
      password: "Nouveau-mot-2",
      confirmation: "Nouveau-mot-2",
      ...fields,
    });
  for (const [fields, message] of [
    [{ formerPassword: "au hasard" }, "Ce n’est pas votre mot de passe."],
    [{ formerPassword: "" }, "Indiquez votre mot de passe actuel."],
    [{ confirmation: "Autre-mot-3" }, "Mot de passe non conforme"],
    [{ password: "court", confirmation: "court" }, "8 caractères"],
    [{ password: "tartines", confirmation: "tartines" }, "trop simple"],
    [{ password: "Password2026!", confirmation: "Password2026!" }, "trop courant"],
  ] as const) {
    const refused = await change(fields);
    expect(refused.status, message).toBe(400);
    const text = await refused.text();
    expect(text).toContain(message);
    expect(text).not.toContain("Nouveau-mot-2");
  }
  expect((await other.get("/admin/account")).status).toBe(200);

  const changed = await change({});
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("Mot de passe changé.");
  expect((await customer.get("/admin/account")).status).toBe(200);
  expect((await other.get("/admin/account")).status).toBe(302);
  expect((await signIn(email)).status).toBe(401);
  const again = await shop.visitor().post("/connexion", { email, password: "Nouveau-mot-2" });
  expect(again.status).toBe(302);
  expect((await shop.visitor().get(waiting)).status).toBe(410);
  const [told] = await mailsTo(email, "Votre mot de passe a changé");
  expect(told?.text).toContain("toutes les autres sessions");
  expect((await shop.visitor().post(SETTINGS, { intent: "password" })).status).toBe(302);
});

test("a password change allows ten wrong former passwords an hour", async () => {
  const strict = await openShop({ RATE_LIMIT_FACTOR: "1" });
  const customer = await strict.customer();
  const change = (formerPassword: string) =>
    customer.post(SETTINGS, {
      intent: "password",
      formerPassword,
      password: "Nouveau-mot-2",
      confirmation: "Nouveau-mot-2",
    });
  for (let tries = 0; tries < 10; tries++) expect((await change("au hasard")).status).toBe(400);
  const refused = await change("Mot-de-passe-1");
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("Attendez une heure");
}, 30_000);

test("the password request form is prefilled with a signed-in customer's sign-in address", async () => {
  const customer = await shop.customer();
  const address = "/mot-de-passe-oublie";
  expect(await customer.read(address)).toContain(`value="${customer.email}"`);
  expect(await shop.visitor().read(address)).not.toContain('@exemple.fr"');
  // The link is sent to the sign-in address, not to the profile's pending one.
  await save(customer, { email: `profil-${customer.email}` });
  expect(await customer.read(address)).toContain(`value="${customer.email}"`);
});

const portrait = (background: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
const usePhoto = (browser: Customer, upload: string) =>
  browser.post(SETTINGS, { intent: "photo", upload });

test("a photo can be uploaded, shown, replaced and removed", async () => {
  const customer = await shop.customer();
  const first = await sendPicture(customer, "avatar", await portrait("#a58"));
  expect((await usePhoto(customer, first.id)).status).toBe(200);
  const shown = (await profileOf(customer)).photo!;
  expect(shown).toBe(first.picture?.path);
  expect(shown).toMatch(new RegExp(`^profil/${(await profileOf(customer)).storageId}/`));
  expect(await customer.read("/admin/account")).toContain(`/media/${shown}`);
  expect((await customer.get(`/media/${shown}`)).status).toBe(200);

  const second = await sendPicture(customer, "avatar", await portrait("#58a"));
  await usePhoto(customer, second.id);
  expect((await profileOf(customer)).photo).toBe(second.picture?.path);
  const rowsOf = (path: string) => shop.db.select().from(pictures).where(eq(pictures.path, path));
  expect(await rowsOf(shown)).toEqual([]);

  expect((await customer.post(SETTINGS, { intent: "remove-photo" })).status).toBe(200);
  expect((await profileOf(customer)).photo).toBeNull();
  expect(await rowsOf(second.picture!.path)).toEqual([]);
  expect((await customer.post(SETTINGS, { intent: "remove-photo" })).status).toBe(200);
});

test("a photo must be the customer's own complete upload, and each upload can be used once", async () => {
  const [customer, other] = [await shop.customer(), await shop.customer()];
  const otherUpload = await sendPicture(other, "avatar", await portrait("#a58"));
  const notAPicture = await sendPicture(customer, "avatar", Buffer.from("du texte"), "photo.jpg");
  const used = await sendPicture(customer, "avatar", await portrait("#a58"));
  expect((await usePhoto(customer, used.id)).status).toBe(200);
  for (const id of [otherUpload.id, notAPicture.id, used.id, "", "inconnu"]) {
    const refused = await usePhoto(customer, id);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("choisissez la photo à nouveau");
  }
  expect((await profileOf(customer)).photo).toBe(used.picture?.path);
  expect((await usePhoto(other, otherUpload.id)).status).toBe(200);
  expect((await shop.visitor().post(SETTINGS, { intent: "remove-photo" })).status).toBe(302);
});
