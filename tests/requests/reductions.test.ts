import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import type { CartSums } from "#app/checkout/cart-sums-endpoint.ts";
import type { OrderReduction } from "#app/reductions/reduction-schema.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { payOrder } from "../support/paying.ts";
import { sampleReduction } from "../support/reductions.ts";
import { textOf } from "../support/text-of.ts";

const { shop, customer, admin, orderOf } = await openMoneyShop();
const { db, sql } = shop;
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);
const PATH = "/admin/reglages/reductions";

const save = (...list: unknown[]) =>
  admin.post(PATH, {
    list: JSON.stringify(list),
    version: String(shop.settings.current().versions.reductions),
  });
async function offer(...changes: Partial<OrderReduction>[]): Promise<void> {
  expect((await save(...changes.map(sampleReduction))).status).toBe(200);
}

/** An article of these euros in a cart. */
const article = async (price: number, category?: "Maquillage") => ({
  id: await insertProduct(db, { name: "crème", price, ...(category && { category }) }),
  qty: 1,
});
type Item = Awaited<ReturnType<typeof article>>;
const order = (who: Browser, items: Item[], totalCents: number, code = "") =>
  who.post("/panier", orderForm(items, totalCents, { code }));
/** A refused order: its status and what the page says, without its markup. */
async function refusal(who: Browser, items: Item[], totalCents: number, code: string) {
  const answer = await who.post("/panier.data", orderForm(items, totalCents, { code }));
  return { status: answer.status, text: withSpaces(await answer.text()) };
}
const withSpaces = (text: string) => text.replaceAll("\u00a0", " ");
const idOf = (response: Response) => response.headers.get("location")!.split("/").at(-1)!;
/** What the cart is told: the sum taken off and the message. */
async function ask(items: Item[], code = "", who: Browser = customer) {
  const search = new URLSearchParams({ articles: JSON.stringify(items), code });
  const answer = await who.get(`/panier/sommes?${search}`);
  const { reductionCents, message } = (await answer.json()) as CartSums;
  return { cents: reductionCents, text: withSpaces(message ?? "") };
}
const usesOf = async (code: string) => {
  const { id } = shop.settings.current().groups.reductions.list.find((one) => one.code === code)!;
  const [row] = await sql<{ used: number; counted: number }[]>`
    SELECT used, (SELECT count(*) FROM reduction_uses u WHERE u.reduction_id = c.reduction_id AND released_at IS NULL)::integer AS counted
    FROM reduction_counts c WHERE reduction_id = ${id}`;
  expect(row?.counted ?? 0).toBe(row?.used ?? 0);
  return row?.used ?? 0;
};

describe("without reductions", () => {
  test("the cart asks for no code, and orders are as before", async () => {
    const page = await customer.read("/panier.data");
    expect(page).not.toContain("hasCodes");
    const item = await article(20);
    expect(await ask([item])).toMatchObject({ cents: 0 });
    const placed = await order(customer, [item], 2_000);
    expect(placed.status).toBe(302);
    expect(await orderOf(idOf(placed))).toMatchObject({ totalCents: 2_000, reductionName: null });
  });

  test("a typed code does not exist, and nothing is ordered", async () => {
    const refused = await refusal(customer, [await article(20)], 2_000, "NOEL");
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Ce code n’existe pas.");
  });
});

describe("a code", () => {
  test("takes its percentage off, to the cent, with its name on the order", async () => {
    await offer({ code: "noel-15", value: "15", name: "Noël" });
    const items = [await article(19), await article(7)];
    expect(await ask(items, " Noel-15 ")).toMatchObject({ cents: 390 });
    const placed = await order(customer, items, 2_210, "NOEL-15");
    expect(placed.status).toBe(302);
    const id = idOf(placed);
    expect(await orderOf(id)).toMatchObject({ totalCents: 2_210, reductionName: "Noël" });
    const lines =
      await sql`SELECT reduction_cents FROM order_lines WHERE order_id = ${id} ORDER BY position`;
    expect(lines.map((line) => line["reduction_cents"])).toEqual([285, 105]);
    expect(textOf(await customer.read(`/admin/my-orders/${id}`))).toMatch(
      /Sous-total\s*26 €\s*Reduction\s*Noël\s*-3,90 €/,
    );
  });

  test.each([
    ["10 %", "10", 380],
    ["10,5", "10,5", 399],
    ["10,5\u00a0%", "10,5", 399],
  ])("of « %s » is kept as %s and takes it off", async (value, kept, cents) => {
    await offer({ code: "FORME", value });
    expect(shop.settings.current().groups.reductions.list).toMatchObject([{ value: kept }]);
    expect(await ask([await article(38)], "FORME")).toMatchObject({ cents });
  });

  test("with another total than the one that was seen, nothing is ordered", async () => {
    await offer({ code: "NOEL", value: "10" });
    const refused = await refusal(customer, [await article(20)], 2_000, "NOEL");
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Le total est maintenant de 18 €");
  });

  test.each([
    [{ minimum: "50" }, "Cette réduction vaut à partir de 50 €."],
    [{ only: "Maquillage" }, "Cette réduction ne concerne aucun de ces articles."],
    [{ from: "2099-01-01" }, "Ce code vaut à partir du 1"],
    [{ until: "2020-02-29" }, "Ce code n’est plus valable depuis le 1er mars 2020."],
    [{ kind: "delivery" as const, value: "" }, "La livraison est déjà offerte."],
    [{ isActive: false }, "Ce code n’existe pas."],
  ])(
    "that is %j is refused with a reason, in the cart and at the order",
    async (change, reason) => {
      await offer({ code: "NOEL", ...change });
      const item = await article(20);
      expect((await ask([item], "NOEL")).text).toContain(reason);
      const refused = await refusal(customer, [item], 1_800, "NOEL");
      expect(refused.status).toBe(400);
      expect(refused.text).toContain(reason);
    },
  );

  test("of some articles takes nothing off the others", async () => {
    await offer({ code: "TEINT", only: "maquillage", kind: "amount", value: "5" });
    const items = [await article(30, "Maquillage"), await article(40)];
    const placed = await order(customer, items, 6_500, "TEINT");
    expect(placed.status).toBe(302);
    const lines =
      await sql`SELECT unit_price_cents, reduction_cents FROM order_lines WHERE order_id = ${idOf(placed)}`;
    for (const line of lines)
      expect(line["reduction_cents"]).toBe(line["unit_price_cents"] === 3_000 ? 500 : 0);
  });

  test("that leaves nothing to pay is refused in the cart, which says how to use it", async () => {
    await offer({ code: "CADEAU", value: "100", only: "maquillage" });
    const [gift, other] = [await article(20, "Maquillage"), await article(40)];
    const reason = "Ce code couvre tout votre panier";
    expect((await ask([gift], "CADEAU")).text).toContain(reason);
    const refused = await refusal(customer, [gift], 0, "CADEAU");
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(reason)]);
    expect(await usesOf("CADEAU")).toBe(0);
    expect(await ask([gift, other], "CADEAU")).toMatchObject({ cents: 2_000 });
    expect((await order(customer, [gift, other], 4_000, "CADEAU")).status).toBe(302);
  });

  test("is typed in any case, with spaces and punctuation", async () => {
    await offer({ code: "NOEL-26", value: "10" }, { code: "NOEL27", value: "20" });
    const item = await article(20);
    for (const typed of ["noel 26", " Noël26. ", "N.O.E.L-26"])
      expect(await ask([item], typed), typed).toMatchObject({ cents: 200, text: "" });
    expect((await order(customer, [item], 1_600, "noel-27")).status).toBe(302);
    expect((await ask([item], "--")).text).toBe("Ce code n’existe pas.");
    // Stored before spellings were forgiven: the exact one is meant.
    await sql`UPDATE settings SET value = replace(value::text, 'NOEL27', 'NOEL26')::jsonb WHERE name = 'reductions'`;
    await shop.settings.load();
    expect(await ask([item], "noel26")).toMatchObject({ cents: 400 });
    expect(await ask([item], "noel-26")).toMatchObject({ cents: 200 });
  });

  test("ended is not valid any more since the day after its last one", async () => {
    const yesterday = parisDay(new Date(), -1);
    await offer({ code: "NOEL", until: yesterday });
    expect((await ask([await article(20)], "NOEL")).text).toBe(
      `Ce code n’est plus valable depuis le ${frenchLongDay(parisDay(new Date()))}.`,
    );
  });

  test("ended between cart and order: nothing is ordered", async () => {
    await offer({ code: "NOEL", value: "10" });
    const item = await article(20);
    expect(await ask([item], "NOEL")).toMatchObject({ cents: 200 });
    await offer({ code: "NOEL", value: "10", until: "2026-01-01" });
    expect((await order(customer, [item], 1_800, "NOEL")).status).toBe(400);
  });
});

describe("automatic reductions", () => {
  test("the one that takes most off applies by itself; a weaker code gives way to it", async () => {
    await offer(
      { name: "Dix", value: "10" },
      { name: "Vingt dès 50 €", value: "20", minimum: "50" },
      { name: "Code", code: "CINQ", value: "5" },
    );
    const small = await article(40);
    const large = await article(60);
    expect(await ask([small])).toMatchObject({ cents: 400 });
    expect(await ask([large])).toMatchObject({ cents: 1_200 });
    const weaker = await ask([large], "CINQ");
    expect(weaker).toMatchObject({ cents: 1_200 });
    expect(weaker.text).toContain("est plus avantageux que ce code");
    const placed = await order(customer, [large], 4_800, "CINQ");
    expect(await orderOf(idOf(placed))).toMatchObject({ reductionName: "Vingt dès 50 €" });
    expect(await usesOf("CINQ")).toBe(0);
  });
});

describe("prior prices (code de la consommation, L112-1-1)", () => {
  const dayBefore = (days: number) => parisDay(new Date(), -days);
  /** An article that costs 40 €, after these prices, each since so many days. */
  async function soldAt(...history: [euros: number, days: number][]) {
    const id = await insertProduct(db, { name: "crème", price: 40 });
    for (const [euros, days] of history)
      await sql`INSERT INTO product_prices VALUES
        (${id}, now() - make_interval(days => ${days}::integer), ${euros * 100}::integer)`;
    return { id, qty: 1 };
  }
  async function priorPrices(items: Item[], code = "") {
    const search = new URLSearchParams({ articles: JSON.stringify(items), code });
    const { priorPrices: shown } = (await (
      await customer.get(`/panier/sommes?${search}`)
    ).json()) as CartSums;
    return shown.map(({ id, cents, knownSince }) => [id, cents, knownSince]);
  }

  test("are shown with an automatic reduction and a published code, not with a personal code", async () => {
    const item = await soldAt([35, 60], [50, 50], [30, 20]);
    await offer({});
    expect(await priorPrices([item])).toEqual([[item.id, 3_000, null]]);
    await offer({ code: "PERSO" }, { code: "PUBLIC", isAnnounced: true });
    expect(await priorPrices([item], "PERSO")).toEqual([]);
    expect(await priorPrices([item], "PUBLIC")).toEqual([[item.id, 3_000, null]]);
  });

  test("are those of the days before the reduction's first day", async () => {
    const item = await soldAt([50, 60], [35, 45], [20, 5]);
    await offer({ from: dayBefore(10) });
    expect(await priorPrices([item])).toEqual([[item.id, 3_500, null]]);
  });

  test("of fewer days than 30 say since when they are known", async () => {
    const young = await soldAt([60, 12]);
    const newer = await soldAt([60, 3]);
    await offer({ from: dayBefore(5) });
    const shown = await priorPrices([young, newer]);
    expect(shown).toHaveLength(2);
    expect(shown).toContainEqual([young.id, 6_000, dayBefore(12)]);
    expect(shown).toContainEqual([newer.id, 6_000, dayBefore(3)]);
  });

  test("of an article with an announced reduction of its own are that one's", async () => {
    const item = await soldAt([40, 60]);
    await sql`UPDATE products SET price_cents = 2500, reduced_until = (now() AT TIME ZONE 'Europe/Paris')::date + 5 WHERE id = ${item.id}`;
    await offer({});
    expect(await priorPrices([item])).toEqual([[item.id, 4_000, null]]);
  });

  test("are those of reduced articles only, and of no offered delivery", async () => {
    const other = await soldAt([40, 60]);
    const reduced = await article(30, "Maquillage");
    await offer({ only: "Maquillage" });
    expect((await priorPrices([other, reduced])).map(([id]) => id)).toEqual([reduced.id]);
    await offer({ kind: "delivery", value: "" });
    expect(await priorPrices([other])).toEqual([]);
  });

  test("of a stored code without the mark are none until it is ticked", async () => {
    await offer({ code: "ANCIEN" });
    await sql`UPDATE settings SET value = jsonb_set(value, '{list,0}', (value #> '{list,0}') - 'isAnnounced') WHERE name = 'reductions'`;
    await shop.settings.load();
    expect(await priorPrices([await soldAt([40, 60])], "ANCIEN")).toEqual([]);
    await offer({ code: "ANCIEN", isAnnounced: true });
    expect(textOf(await admin.read("/admin/historique"))).toContain("annoncée à tous");
  });
});

describe("limits of use", () => {
  test("a code for 10 is used 10 times by 200 orders at once", async () => {
    await offer({ code: "DIX", most: "10" });
    const item = await article(20);
    const customers = await Promise.all(Array.from({ length: 10 }, () => shop.customer()));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, number) =>
        order(customers[number % 10]!, [item], 1_800, "DIX"),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(302), count(400)]).toEqual([10, 190]);
    expect(await usesOf("DIX")).toBe(10);
    const late = await refusal(customer, [item], 1_800, "DIX");
    expect(late.text).toContain("Ce code a été utilisé autant de fois que prévu.");
  });

  test("once per customer, also at once; a cancelled order gives its use back, once", async () => {
    await offer({ code: "UNE", mostEach: "1" });
    const item = await article(20);
    const [one, other] = [await shop.customer(), await shop.customer()];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => order(one, [item], 1_800, "UNE")),
    );
    const placed = answers.filter(({ status }) => status === 302);
    expect(placed).toHaveLength(1);
    expect((await ask([item], "UNE", one)).text).toContain("Vous avez déjà utilisé ce code.");
    expect((await order(other, [item], 1_800, "UNE")).status).toBe(302);
    expect(await usesOf("UNE")).toBe(2);
    const cancel = () =>
      one.post(`/admin/my-orders/${idOf(placed[0]!)}/annuler`, { confirmed: "1", reason: "" });
    await Promise.all([cancel(), cancel()]);
    expect((await orderOf(idOf(placed[0]!))).cancelledAt).not.toBeNull();
    expect(await usesOf("UNE")).toBe(1);
    expect((await order(one, [item], 1_800, "UNE")).status).toBe(302);
  });

  test("the same form sent twice is one order and one use", async () => {
    await offer({ code: "DEUX", most: "5" });
    const form = orderForm([await article(20)], 1_800, { code: "DEUX" });
    const answers = await Promise.all([1, 2, 3].map(() => customer.post("/panier", form)));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await usesOf("DEUX")).toBe(1);
  });
});

describe("the settings", () => {
  test.each([
    [{ name: " " }, "Donnez un nom"],
    [{ code: "é é" }, "Un code a de 3 à 30 lettres ou chiffres"],
    [{ value: "0" }, "Indiquez un pourcentage de 1 à 100 : 10, ou 10,5."],
    [{ value: "101" }, "Indiquez un pourcentage de 1 à 100 : 10, ou 10,5."],
    [{ value: "100" }, "99 % au plus sur tous les articles"],
    [{ value: "99,9", code: "" }, "99 % au plus sur tous les articles"],
    [{ kind: "amount", value: "5000", minimum: "5000" }, "indiquez un minimum de plus de 5 000 €"],
    [{ kind: "amount", value: "5000", only: "maquillage" }, "indiquez un minimum de plus"],
    [{ kind: "amount", value: "-3" }, "Indiquez un montant en euros."],
    [{ kind: "gift" }, "Choisissez ce qui est réduit."],
    [{ minimum: "cinq" }, "Indiquez un montant en euros"],
    [{ only: "Maquillage, REF-INCONNUE" }, "n’est ni une catégorie, ni la référence d’un produit."],
    [{ from: "2026-12-02", until: "2026-12-01" }, "La fin est avant le début."],
    [{ until: "2026-02-30" }, "Choisissez un jour du calendrier"],
    [{ most: "0" }, "Indiquez un nombre entier"],
    [{ mostEach: "1,5" }, "Indiquez un nombre entier"],
    [{ kind: "amount", value: "1.000" }, "« 1.000 » se lit 1 ou 1 000"],
    [{ value: "10,000" }, "« 10,000 » se lit 10 ou 10 000"],
    [{ minimum: "1,800" }, "« 1,800 » se lit 1,8 ou 1 800"],
    [{ most: "1.000" }, "« 1.000 » se lit 1 ou 1 000"],
  ])("refuse %j beside its field, and keep what is stored", async (change, reason) => {
    await offer({ code: "STABLE" });
    const before = shop.settings.current().groups.reductions;
    const refused = await save({ ...sampleReduction({ code: "NEUF" }), ...change });
    expect(refused.status).toBe(400);
    expect(textOf(await refused.text())).toContain(
      reason.charAt(0).toLowerCase() + reason.slice(1),
    );
    expect(shop.settings.current().groups.reductions).toEqual(before);
  });

  test("accept an amount below the cheapest article's price, and references in any case", async () => {
    const reference = `Ref-${ulid()}`;
    await insertProduct(db, { name: "masque", price: 30, reference });
    await offer({ kind: "amount", value: "29,99", only: reference.toLowerCase() });
    expect(
      (await save(sampleReduction({ kind: "amount", value: "30", only: reference }))).status,
    ).toBe(400);
    await offer({ kind: "amount", value: "30", only: reference, minimum: "30,01" });
    await offer({ isActive: false, value: "100" });
  });

  test("refuse a code twice, in any spelling, and say how often each was used", async () => {
    for (const code of ["noel", "NO-EL"]) {
      const twice = await save(sampleReduction({ code: "NOEL" }), sampleReduction({ code }));
      expect(textOf(await twice.text())).toContain("une autre réduction a ce code.");
    }
    await offer({ code: "NOEL" });
    await order(customer, [await article(20)], 1_800, "NOEL");
    expect(await admin.read(PATH)).toContain("1 commande");
    expect(textOf(await admin.read("/admin/historique"))).toContain("code NOEL");
  });

  test("codes are not on public pages", async () => {
    await offer({ code: "SECRET-42" });
    for (const path of ["/", "/boutique", "/panier", "/panier.data"])
      expect(await customer.read(path), path).not.toContain("SECRET-42");
  });
});
