import { expect, test } from "vitest";
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

test.each([
  [
    "a password of seven",
    { password: "1234567", confirmation: "1234567" },
    "doit comporter au moins 8 caractères",
  ],
  ["no name", { name: " " }, "Indiquez votre nom."],
  ["no address", { email: "" }, "Indiquez votre adresse e-mail."],
  ["half an address", { email: "ines" }, "Cette adresse ne semble pas complète"],
  ["a password of 200", { password: "x".repeat(200), confirmation: "x".repeat(200) }, "128"],
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

test("the fields tell browsers and password managers what they are", async () => {
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
])("a visitor of %s signs in and comes back to it", async (path, place) => {
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

test("a sign-out that fails says 'Erreur de déconnexion', and the session stays", async () => {
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

test("ten tries a minute, and the right password is not told from a wrong one after them", async () => {
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

test("a flood of passwords: so many wait, others are asked to come back; whoever is at home gets in", async () => {
  const owner = await shop.customer();
  const email = owner.email;
  const password = "Mot-de-passe-1";
  // Two that are hashed and forty that wait, for as long as the test likes.
  const ends: (() => void)[] = [];
  let isOver = false;
  const hash = () => new Promise<void>((end) => void (isOver ? end() : ends.push(end)));
  const flood = Array.from({ length: 50 }, () => shop.hashing.run("elsewhere", hash));
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
  // One place becomes free: it is theirs, before forty others'.
  ends[0]!();
  expect((await home).status).toBe(302);
  isOver = true;
  for (const end of ends) end();
  const outcomes = await Promise.all(flood);
  expect(outcomes.filter((outcome) => outcome === "too-many")).toHaveLength(8);
});
