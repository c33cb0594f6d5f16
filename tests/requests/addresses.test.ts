import { expect, test } from "vitest";
import type { Browser } from "../support/browser.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop({ RATE_LIMIT_FACTOR: "10" });
const { sql } = shop;
const PAGE = "/admin/mes-adresses";

const ADDRESS = {
  kind: "delivery",
  name: "Claire Aubry",
  phone: "06 12 34 56 78",
  street: "14 rue des Lilas\r\nBâtiment B",
  postalCode: "69003",
  town: "Lyon",
  country: "FR",
};
const save = (who: Browser, fields: Record<string, string> = {}, id = "nouvelle") =>
  who.post(`${PAGE}?adresse=${id}`, { ...ADDRESS, ...fields });

type Row = { id: string; kind: string; is_default: boolean; street: string; town: string };
const rowsOf = ({ userId }: { userId: string }) =>
  sql<Row[]>`SELECT * FROM addresses WHERE customer_id = ${userId} ORDER BY id`;

test("a billing address keeps a company, which the cart fills in; its numbers must agree", async () => {
  const customer = await shop.customer();
  const company = { kind: "billing", company: "Salon Aubry", siren: "732829320" };
  const refused = await save(customer, { ...company, vatNumber: "FR11123456782" });
  expect([refused.status, await rowsOf(customer)]).toEqual([400, []]);
  expect(await refused.text()).toContain("contient le SIREN 123 456 782");
  await save(customer, { ...company, vatNumber: "FR44 732829320" });
  expect(textOf(await customer.read(PAGE))).toContain(
    "Salon Aubry Claire Aubry 14 rue des Lilas Bâtiment B 69003 Lyon SIREN 732 829 320 N° de TVA FR44732829320",
  );
  const cart = await (await customer.get("/panier.data")).text();
  expect(cart).toContain('"billingCompany"');
  expect(await customer.read("/admin/parametre-compte/mes-donnees")).toContain("FR44732829320");
});

test("the numbers of a company, whose fields hide without it, neither prevent saving nor are kept", async () => {
  const customer = await shop.customer();
  const wrong = { company: " ", siren: "123", vatNumber: "FR1" };
  expect((await save(customer, { ...wrong, kind: "billing" })).status).toBe(302);
  expect((await save(customer, { ...wrong, company: "Salon Aubry" })).status).toBe(302);
  const none = { company: "", siren: "", vat_number: "" };
  expect(await rowsOf(customer)).toMatchObject([none, none]);
  // Another refusal keeps what was typed.
  const refused = await save(customer, { ...wrong, kind: "billing", postalCode: "abc" });
  expect(await refused.text()).toContain('value="FR1"');
});

test("an address is stored, shown, changed and removed; the first of its kind is the default", async () => {
  const customer = await shop.customer();
  expect((await save(customer)).headers.get("location")).toBe(`${PAGE}?fait=enregistree`);
  await save(customer, { street: "2 quai Perdu", postalCode: "69 002" });
  const belgian = { country: "BE", postalCode: "1000", town: "Bruxelles", phone: "0470 12 34 56" };
  await save(customer, { kind: "billing", ...belgian });
  expect(await rowsOf(customer)).toMatchObject([
    {
      kind: "delivery",
      is_default: true,
      street: "14 rue des Lilas\nBâtiment B",
      phone: "33612345678",
    },
    { kind: "delivery", is_default: false, street: "2 quai Perdu" },
    { kind: "billing", is_default: true, town: "Bruxelles", phone: "32470123456" },
  ]);
  expect(textOf(await customer.read(PAGE))).toMatch(
    /Livraison Par défaut Claire Aubry 14 rue des Lilas Bâtiment B 69003 Lyon \+33 6 12 34 56 78 .*Facturation Par défaut Claire Aubry .* 1000 Bruxelles Belgique/,
  );

  const [first, second] = await rowsOf(customer);
  await save(customer, { street: "3 quai Perdu", isDefault: "on" }, second!.id);
  expect(await rowsOf(customer)).toMatchObject([
    { is_default: false },
    { is_default: true, street: "3 quai Perdu" },
    { is_default: true },
  ]);
  // The default stays one; after its removal it is the newest one left.
  await save(customer, { street: "3 quai Perdu" }, second!.id);
  expect((await rowsOf(customer))[1]).toMatchObject({ is_default: true });
  await customer.post(PAGE, { intent: "remove", id: second!.id });
  expect(await rowsOf(customer)).toMatchObject([{ id: first!.id, is_default: true }, {}]);
  // Becoming the billing address, it leaves its kind without a default, and does not take the other's.
  await save(customer, { kind: "billing" }, first!.id);
  expect(await rowsOf(customer)).toMatchObject([
    { kind: "billing", is_default: false },
    { kind: "billing", is_default: true },
  ]);
});

test("an address sent twice is stored once; 20 are the most, however many come at once", async () => {
  const customer = await shop.customer();
  await Promise.all([save(customer), save(customer)]);
  expect(await rowsOf(customer)).toHaveLength(1);
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => save(customer, { street: `${index} rue X` })),
  );
  expect(await rowsOf(customer)).toHaveLength(20);
  expect((await rowsOf(customer)).filter((row) => row.is_default)).toHaveLength(1);
  const full = answers.filter(({ status }) => status === 409);
  expect(full).toHaveLength(6);
  const page = await full[0]!.text();
  expect(textOf(page)).toContain("Votre carnet a déjà 20 adresses");
  expect(page).toMatch(/\d rue X<\/textarea>/);
});

test("nobody changes, removes or sees another customer's address", async () => {
  const [owner, other] = [await shop.customer(), await shop.customer()];
  await save(owner);
  const [row] = await rowsOf(owner);
  const answer = await save(other, { street: "9 rue Volée" }, row!.id);
  expect(answer.status).toBe(409);
  expect(textOf(await answer.text())).toContain("Cette adresse a été supprimée entre-temps.");
  await other.post(PAGE, { intent: "remove", id: row!.id });
  expect(await rowsOf(owner)).toEqual([row]);
  expect(await rowsOf(other)).toEqual([]);
  expect(await other.read(`${PAGE}?adresse=${row!.id}`)).not.toContain("rue des Lilas");
});

test.each([
  [{ postalCode: "69999" }, "Nous ne connaissons pas le code postal 69999", "69999"],
  [{ town: "Lyonn" }, "Le code postal 69003 est celui de Lyon", "Lyonn"],
])("an unlikely place is doubted once, and nothing is lost: %j", async (fields, message, typed) => {
  const customer = await shop.customer();
  const answer = await save(customer, fields);
  expect(answer.status).toBe(400);
  const page = await answer.text();
  expect(textOf(page)).toContain(message);
  expect(textOf(page)).toContain("enregistrez à nouveau pour le garder");
  expect(page).toContain(`value="${typed}"`);
  expect(page).toContain("Bâtiment B");
  const kept = /name="kept" value="([^"]*)"/.exec(page)![1]!;
  // Another doubtful place is doubted again.
  expect((await save(customer, { ...fields, postalCode: "69998", kept })).status).toBe(400);
  expect((await save(customer, { ...fields, kept })).status).toBe(302);
});

test.each([
  [{ postalCode: "6900" }, "Un code postal français a cinq chiffres"],
  [{ postalCode: "" }, "Indiquez le code postal."],
  [{ town: " " }, "Indiquez la ville."],
  [{ street: "\u200b" }, "Indiquez le numéro et la rue."],
  [{ street: "a\n".repeat(9) + "b" }, "La rue tient sur 8 lignes au plus."],
  [{ country: "US" }, "Choisissez un pays."],
  [{ kind: "x" }, "Choisissez à quoi sert cette adresse."],
  [{ phone: "abc" }, "Ce numéro ne semble pas complet"],
])("%j is refused beside its field", async (fields, message) => {
  const customer = await shop.customer();
  const answer = await save(customer, fields);
  expect(answer.status).toBe(400);
  expect(textOf(await answer.text())).toContain(message);
  expect(await rowsOf(customer)).toEqual([]);
});

test("a foreign address needs no French postal code", async () => {
  const customer = await shop.customer();
  for (const [country, postalCode] of [
    ["CH", "1201"],
    ["GB", "SW1A 2AA"],
    ["NL", "1012 AB"],
  ])
    expect((await save(customer, { country: country!, postalCode: postalCode! })).status).toBe(302);
});

test("the browser fills every field: names and autocomplete tokens", async () => {
  const customer = await shop.customer();
  const tokensOf = (page: string) =>
    [...page.matchAll(/<(?:input|select|textarea)[^>]*>/g)].flatMap(([control]) => {
      const token = /autoComplete="([^"]*)"/i.exec(control)?.[1];
      const name = /name="([^"]*)"/.exec(control)?.[1];
      return token?.startsWith("shipping") || token?.startsWith("billing") ? [[name, token]] : [];
    });
  const tokens = (section: string) => [
    ["name", `${section} name`],
    ["phone", `${section} tel`],
    ["street", `${section} street-address`],
    ["postalCode", `${section} postal-code`],
    ["town", `${section} address-level2`],
    ["country", `${section} country`],
  ];
  expect(tokensOf(await customer.read(`${PAGE}?adresse=nouvelle`))).toEqual(tokens("shipping"));
  await save(customer, { kind: "billing" });
  const [row] = await rowsOf(customer);
  expect(tokensOf(await customer.read(`${PAGE}?adresse=${row!.id}`))).toEqual([
    ["company", "billing organization"],
    ...tokens("billing"),
  ]);
});

test("the towns of a postal code are JSON that browsers may keep; unknown codes have none", async () => {
  const visitor = shop.visitor();
  const answer = await visitor.get("/villes/97500");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
  expect(await answer.json()).toEqual(["Miquelon-Langlade", "Saint-Pierre"]);
  for (const code of ["00000", "x", "690031", "6".repeat(5_000)])
    expect(await (await visitor.get(`/villes/${code}`)).json(), code).toEqual([]);
});
