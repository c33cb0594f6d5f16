import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const strict = await openShop({ RATE_LIMIT_FACTOR: "1" });

const signUpForm = (fields: Record<string, string> = {}) => ({
  mode: "inscription",
  name: "Inès Moreau",
  email: "ines@exemple.fr",
  password: "Mot-de-passe-1",
  confirmation: "Mot-de-passe-1",
  ...fields,
});

test("a visitor signs up, signs out and signs in again", async () => {
  const browser = shop.visitor();
  const up = await browser.post("/connexion?mode=inscription", signUpForm());
  expect([up.status, up.headers.get("location")]).toEqual([302, "/"]);
  expect(await browser.read("/admin/my-orders")).toContain("Mes commandes");
  const out = await browser.post("/deconnexion", {});
  expect([out.status, out.headers.get("location")]).toEqual([302, "/"]);
  expect((await browser.get("/admin/my-orders")).status).toBe(302);
  // Passwords are trimmed when set and when compared; emails are lower-cased.
  const again = await browser.post("/connexion?retour=panier", {
    mode: "connexion",
    email: " INES@exemple.fr ",
    password: " Mot-de-passe-1 ",
  });
  expect([again.status, again.headers.get("location")]).toEqual([302, "/panier"]);
});

test.each([
  ["an unknown email", { email: "personne@exemple.fr" }],
  ["a wrong password", { email: "claire@exemple.fr" }],
])("a sign-in with %s gets the same refusal", async (_what, fields) => {
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

test("a taken email is refused with the same words", async () => {
  await shop
    .visitor()
    .post("/connexion?mode=inscription", signUpForm({ email: "prise@exemple.fr" }));
  const answer = await shop
    .visitor()
    .post("/connexion?mode=inscription", signUpForm({ email: "prise@exemple.fr" }));
  expect(answer.status).toBe(401);
  expect(await answer.text()).toContain("Mot de passe ou email invalide");
});

const OTHER_WAYS = /Déjà un compte\u00a0\?.*Connectez-vous.*ou.*changez de mot de passe/;
test.each([
  ["a taken email", 401, { email: "prise-aussi@exemple.fr" }],
  ["two different passwords", 400, { confirmation: "Mot-de-passe-2" }],
  ["a short password", 400, { password: "court", confirmation: "court" }],
  ["a password below 50 bits", 400, { password: "brouette1", confirmation: "brouette1" }],
  ["a common password", 400, { password: "Password2026!", confirmation: "Password2026!" }],
  ["no name", 400, { name: "" }],
])("a sign-up refused for %s shows one sentence and two links", async (_what, status, fields) => {
  const taken = signUpForm({ email: "prise-aussi@exemple.fr" });
  await shop.visitor().post("/connexion?mode=inscription", taken);
  const answer = await shop
    .visitor()
    .post(
      "/connexion?mode=inscription&retour=panier",
      signUpForm({ email: "autre-voie@exemple.fr", ...fields }),
    );
  expect(answer.status).toBe(status);
  const text = await answer.text();
  expect(text).toContain("Mot de passe ou email invalide");
  expect(text).toMatch(OTHER_WAYS);
  expect(text).toContain('href="/connexion?retour=panier"');
  expect(text).toContain('href="/mot-de-passe-oublie?retour=panier"');
});

test("a rate-limited sign-up is refused in the same way", async () => {
  const few = await openShop({ RATE_LIMIT_FACTOR: "0.05" });
  const signUp = (email: string) =>
    few.visitor().post("/connexion?mode=inscription", signUpForm({ email }));
  expect((await signUp("un@exemple.fr")).status).toBe(302);
  const refused = await signUp("deux@exemple.fr");
  expect(refused.status).toBe(429);
  const text = await refused.text();
  for (const part of ["Mot de passe ou email invalide", "Trop de tentatives.", OTHER_WAYS])
    expect(text).toMatch(part);
  expect(await few.visitor().read("/connexion?mode=inscription")).not.toMatch(OTHER_WAYS);
});

/** One character more than a mail address may have (RFC 5321). */
const LONG = `${"a".repeat(60)}@${["b", "c", "d"].map((letter) => letter.repeat(60)).join(".")}.${"e".repeat(8)}.fr`;
test("an email of 255 characters is refused by every form, with the reason", async () => {
  expect(LONG).toHaveLength(255);
  const customer = await shop.customer();
  const password = "Mot-de-passe-1";
  const profile = { name: "Claire", dateOfBirth: "", phone: "", email: LONG };
  const message = { name: "Claire", email: LONG, title: "Bonjour", message: "Merci." };
  for (const [what, answer] of [
    [
      "sign-up",
      await shop.visitor().post("/connexion?mode=inscription", signUpForm({ email: LONG })),
    ],
    ["sign-in", await shop.visitor().post("/connexion", { email: LONG, password })],
    ["link", await shop.visitor().post("/mot-de-passe-oublie", { email: LONG })],
    ["profile", await customer.post("/admin/parametre-compte", profile)],
    ["contact", await shop.visitor().post("/contact", message)],
  ] as const) {
    expect(answer.status, what).toBe(400);
    const text = await answer.text();
    expect(text, what).toContain("254 caractères au plus");
    expect(text, what).toContain(LONG);
  }
  const command = spawnSync("node", ["scripts/create-admin.ts", "--email", LONG], {
    encoding: "utf8",
  });
  expect(command).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("254 caractères au plus"),
  });
  const longest = LONG.slice(1);
  const up = await shop
    .visitor()
    .post("/connexion?mode=inscription", signUpForm({ email: longest }));
  expect(up.status).toBe(302);
});

test("an existing account with a longer email may order and be deleted", async () => {
  const customer = await shop.customer();
  await shop.sql`UPDATE users SET email = ${LONG} WHERE id = ${customer.userId}`;
  const order = await placeOrder(shop, customer);
  await shop.sql`UPDATE orders SET cancelled_at = now() WHERE id = ${order}`;
  const answer = await customer.post("/admin/parametre-compte/supprimer", {
    password: "Mot-de-passe-1",
  });
  expect(answer.headers.get("location")).toBe("/compte-supprime");
});

test("a sign-up with two different passwords is refused", async () => {
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
])("a sign-up with the return address %s redirects to the home page", async (place) => {
  const browser = shop.visitor();
  const email = `retour-${Math.random().toString(36).slice(2)}@exemple.fr`;
  const answer = await browser.post(
    `/connexion?mode=inscription&retour=${encodeURIComponent(place)}`,
    signUpForm({ email }),
  );
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
});

test("no field of the sign-up form makes an administrator", async () => {
  const browser = shop.visitor();
  await browser.post(
    "/connexion?mode=inscription",
    signUpForm({ email: "ruse@exemple.fr", isAdmin: "true", is_admin: "true", role: "admin" }),
  );
  expect((await browser.get("/admin/commandes")).status).toBe(302);
});

test.each([
  [
    "a password of seven characters",
    { password: "1234567", confirmation: "1234567" },
    "doit comporter au moins 8 caractères",
  ],
  ["no name", { name: " " }, "Indiquez votre nom."],
  ["no email", { email: "" }, "Indiquez votre adresse e-mail."],
  ["an incomplete email", { email: "ines" }, "Cette adresse ne semble pas complète"],
  ["a long password", { password: "x".repeat(200), confirmation: "x".repeat(200) }, "128"],
])("sign-up with %s: refused, with the reason beside it", async (_what, fields, reason) => {
  const email = `refus-${Math.random().toString(36).slice(2)}@exemple.fr`;
  const answer = await shop
    .visitor()
    .post("/connexion?mode=inscription", signUpForm({ email, ...fields }));
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain("Mot de passe ou email invalide");
  expect(text).toContain(reason);
  if ("password" in fields) expect(text).not.toContain(fields.password);
});

test("the fields have autocomplete attributes for browsers and password managers", async () => {
  const autocompleteOf = (html: string) =>
    [...(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "").matchAll(/<input\b[^>]*>/g)].map(
      ([input]) => [/name="([^"]*)"/.exec(input)?.[1], /autoComplete="([^"]*)"/i.exec(input)?.[1]],
    );
  expect(autocompleteOf(await shop.visitor().read("/connexion"))).toEqual([
    ["email", "username"],
    ["password", "current-password"],
  ]);
  expect(autocompleteOf(await shop.visitor().read("/connexion?mode=inscription"))).toEqual([
    ["name", "name"],
    ["email", "email"],
    ["password", "new-password"],
    ["confirmation", "new-password"],
  ]);
});

test.each([
  ["/admin/account", "compte"],
  ["/admin/parametre-compte", "parametres"],
  ["/admin/my-orders", "commandes"],
  ["/favorite", "favoris"],
])("a visitor of %s signs in and returns to it", async (path, place) => {
  const browser = shop.visitor();
  const sent = await browser.get(path);
  const signInPath = sent.headers.get("location")!;
  expect([sent.status, signInPath]).toEqual([302, `/connexion?retour=${place}`]);
  await shop.visitor().post("/connexion?mode=inscription", signUpForm({ email: "va@exemple.fr" }));
  const answer = await browser.post(signInPath, {
    email: "va@exemple.fr",
    password: "Mot-de-passe-1",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, path]);
});

test("a failed sign-out shows 'Erreur de déconnexion' and keeps the session", async () => {
  const customer = await shop.customer();
  await shop.sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no'; END $$`;
  await shop.sql`CREATE TRIGGER refuse BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()`;
  const answer = await customer.post("/deconnexion.data", {});
  await shop.sql`DROP TRIGGER refuse ON sessions`;
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("Erreur de déconnexion");
  expect(shop.takeErrors().join("")).toContain("sign-out");
  expect((await customer.get("/admin/account")).status).toBe(200);
});

test("after ten attempts in a minute, the right password gets the same refusal as a wrong one", async () => {
  const customer = await strict.customer();
  const attempt = (password: string) =>
    strict.visitor().post("/connexion", { email: customer.email, password });
  for (let tries = 0; tries < 10; tries++) expect((await attempt("au hasard")).status).toBe(401);
  for (const password of ["au hasard", "Mot-de-passe-1"]) {
    const answer = await attempt(password);
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain("Trop de tentatives.");
  }
}, 60_000);

test("a flood of sign-ins: a bounded number waits, others get 429; known clients are served first", async () => {
  const owner = await shop.customer();
  const email = owner.email;
  const password = "Mot-de-passe-1";
  // Two hashes run and forty wait, until the test ends them.
  const ends: (() => void)[] = [];
  let isOver = false;
  const hash = () => new Promise<void>((end) => void (isOver ? end() : ends.push(end)));
  const flood = Array.from({ length: 50 }, () => shop.hashing.run("normal", hash));
  expect(shop.hashing.waiting()).toBe(40);
  const refusals = [
    await shop.visitor().post("/connexion", { email: "inconnue@exemple.fr", password }),
    await shop
      .visitor()
      .post("/connexion?mode=inscription", signUpForm({ email: "foule@exemple.fr" })),
  ];
  for (const answer of refusals) {
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain("Trop de tentatives.");
  }
  expect(await shop.sql`SELECT 1 FROM users WHERE email = 'foule@exemple.fr'`).toEqual([]);
  expect((await shop.visitor().get("/connexion")).status).toBe(200);

  const home = shop.visitor().post("/connexion", { email, password });
  await expect.poll(shop.hashing.waiting).toBe(41);
  // The next free slot is given to the known client, before the forty others.
  ends[0]!();
  expect((await home).status).toBe(302);
  isOver = true;
  for (const end of ends) end();
  const outcomes = await Promise.all(flood);
  expect(outcomes.filter((outcome) => outcome === "too-many")).toHaveLength(8);
});
