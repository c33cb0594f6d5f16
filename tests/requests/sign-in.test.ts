import { expect, test } from "vitest";
import { openShop } from "../support/shop.ts";

const shop = await openShop();

const signUpForm = (fields: Record<string, string> = {}) => ({
  mode: "inscription",
  name: "Inès Moreau",
  email: "ines@exemple.fr",
  password: "Mot-de-passe-1",
  confirmation: "Mot-de-passe-1",
  ...fields,
});

test("signs up, signs out, signs in again", async () => {
  const browser = shop.visitor();
  const up = await browser.post("/connexion?mode=inscription", signUpForm());
  expect([up.status, up.headers.get("location")]).toEqual([302, "/"]);
  expect(await browser.read("/admin/my-orders")).toContain("Mes commandes");
  const out = await browser.post("/deconnexion", {});
  expect([out.status, out.headers.get("location")]).toEqual([302, "/"]);
  expect((await browser.get("/admin/my-orders")).status).toBe(302);
  // Passwords are trimmed when set and when compared; addresses have no capitals.
  const again = await browser.post("/connexion?retour=panier", {
    mode: "connexion",
    email: " INES@exemple.fr ",
    password: " Mot-de-passe-1 ",
  });
  expect([again.status, again.headers.get("location")]).toEqual([302, "/panier"]);
});

test.each([
  ["an unknown address", { email: "personne@exemple.fr" }],
  ["a wrong password", { email: "claire@exemple.fr" }],
])("one refusal for %s", async (_what, fields) => {
  await shop
    .visitor()
    .post("/connexion?mode=inscription", signUpForm({ email: "claire@exemple.fr" }));
  const answer = await shop
    .visitor()
    .post("/connexion", { mode: "connexion", password: "autre chose", ...fields });
  expect(answer.status).toBe(401);
  const text = await answer.text();
  expect(text).toContain("Mot de passe ou email invalide");
  expect(text).toContain(fields.email);
  expect(text).not.toContain("autre chose");
});

test("an address that is taken is refused in the same words", async () => {
  await shop
    .visitor()
    .post("/connexion?mode=inscription", signUpForm({ email: "prise@exemple.fr" }));
  const answer = await shop
    .visitor()
    .post("/connexion?mode=inscription", signUpForm({ email: "prise@exemple.fr" }));
  expect(answer.status).toBe(401);
  expect(await answer.text()).toContain("Mot de passe ou email invalide");
});

test("two passwords that differ", async () => {
  const answer = await shop
    .visitor()
    .post(
      "/connexion?mode=inscription",
      signUpForm({ email: "autre@exemple.fr", confirmation: "Mot-de-passe-2" }),
    );
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("Mot de passe non conforme");
});

test.each([
  "//ailleurs.example",
  "/\\ailleurs.example",
  "%2f%2failleurs.example",
  "https:ailleurs.example",
  "javascript:alert(1)",
  "toString",
])("never sends anybody to %s after signing in", async (place) => {
  const browser = shop.visitor();
  const email = `retour-${Math.random().toString(36).slice(2)}@exemple.fr`;
  const answer = await browser.post(
    `/connexion?mode=inscription&retour=${encodeURIComponent(place)}`,
    signUpForm({ email }),
  );
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
});

test("no form field makes an administrator", async () => {
  const browser = shop.visitor();
  await browser.post(
    "/connexion?mode=inscription",
    signUpForm({ email: "ruse@exemple.fr", isAdmin: "true", is_admin: "true", role: "admin" }),
  );
  expect((await browser.get("/admin/commandes")).status).toBe(302);
});
