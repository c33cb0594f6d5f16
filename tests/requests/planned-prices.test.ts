import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import { applyPlannedPrices } from "#app/catalogue/prices/apply-planned-prices.server.ts";
import { getProduct } from "#app/catalogue/products.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { startJobs } from "../../server/jobs.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { nextLastSunday } from "../support/clock-changes.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* Planned prices (decision 80). Time is moved by shifting a plan's moments and a product's past. */
const shop = await openShop({}, { cacheBytes: 8_000_000 });
const { db, sql } = shop;
const visitor = shop.visitor();
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const NEW = "/admin/produits/prix/nouveau";
const LIST = "/admin/produits/prix";
const DAY = 86_400_000;

/** A product whose price is known since `days`. */
async function addProduct(price = 50, days = 40): Promise<string> {
  const id = await insertProduct(db, { name: `baume ${ulid().toLowerCase()}`, price });
  await age(id, days);
  return id;
}

async function age(id: string, days: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE product_prices SET since = since - make_interval(days => ${days}::integer) WHERE product_id = ${id}`;
    await tx`UPDATE products SET created_at = created_at - make_interval(days => ${days}::integer),
      updated_at = updated_at - make_interval(days => ${days}::integer) WHERE id = ${id}`;
  });
}

/** A moment in Paris as the form sends it, `ms` from now. */
const moment = (ms: number) => {
  const date = new Date(Date.now() + ms);
  const time = date.toLocaleTimeString("en-GB", { timeZone: "Europe/Paris" });
  return `${parisDay(date)}T${time.slice(0, 5)}`;
};

/** `shown`: the products of the form, of which `ids` are ticked. */
async function send(
  ids: readonly string[],
  fields: Record<string, string> = {},
  shown: readonly string[] = ids.slice(0, 5),
) {
  const body = new URLSearchParams({
    cle: ulid(),
    genre: "euros",
    valeur: "40",
    debut: moment(DAY),
    fin: moment(3 * DAY),
    ...fields,
  });
  for (const id of ids) body.append("produits", id);
  const address = new URLSearchParams(shown.map((id) => ["produits", id]));
  const answer = await admin.fetch(`${NEW}?${address}`, {
    method: "POST",
    headers: { origin: admin.origin },
    body,
  });
  return { status: answer.status, text: textOf(await answer.text()) };
}

/** Plans a price, and returns the plan's id. */
async function plan(ids: readonly string[], fields: Record<string, string> = {}): Promise<string> {
  const cle = ulid();
  expect(await send(ids, { cle, ...fields })).toMatchObject({ status: 302 });
  return cle;
}

/** Lets time pass until `days` after the beginning of a plan. */
const passTo = (id: string, days: number) => sql`
  UPDATE price_plans SET starts_at = now() - make_interval(secs => ${days * 86_400}),
    ends_at = now() - make_interval(secs => ${days * 86_400}) + (ends_at - starts_at) WHERE id = ${id}`;
const apply = () => applyPlannedPrices(db);
const priceOf = async (id: string) => (await getProduct(db, id))?.priceCents;
const outcomeOf = async (planId: string) =>
  (await sql`SELECT outcome FROM planned_prices WHERE plan_id = ${planId}`).map(
    (row) => row["outcome"] as string | null,
  );
/** The prices that a product had, in order, from its history. */
const historyOf = async (id: string) =>
  (await sql`SELECT price_cents FROM product_prices WHERE product_id = ${id} ORDER BY since`).map(
    (row) => row["price_cents"] as number,
  );

describe("a planned price", () => {
  test("begins and ends by itself, with the lawful struck price, on kept pages and in the history", async () => {
    const id = await addProduct(50);
    const cle = await plan([id]);
    expect(await apply()).toBe(0);
    expect(textOf(await visitor.read(`/produit/${id}`))).not.toContain("Prix antérieur");

    await passTo(cle, 1);
    expect(await apply()).toBe(1);
    expect(await getProduct(db, id)).toMatchObject({ priceCents: 4_000, priorCents: 5_000 });
    await expect
      .poll(async () => textOf(await visitor.read(`/produit/${id}`)))
      .toMatch(/Prix antérieur : ?50 € +40 €/);
    expect(textOf(await admin.read(LIST))).toContain("50 € → 40 €, prix barré 50 €");
    expect(textOf(await admin.read(`/admin/edict-product/${id}`))).toContain(
      "puis de nouveau 50 €",
    );

    await passTo(cle, 2);
    expect(await apply()).toBe(1);
    expect(await getProduct(db, id)).toMatchObject({
      priceCents: 5_000,
      priorCents: null,
      reducedUntil: null,
    });
    expect(await historyOf(id)).toEqual([5_000, 4_000, 5_000]);
    expect(await outcomeOf(cle)).toEqual(["ended"]);
    await expect
      .poll(async () => textOf(await visitor.read(`/produit/${id}`)))
      .not.toContain("Prix antérieur");
    const acts = await sql`
      SELECT actor_name, act, changes->0->>'after' AS after FROM audit_events WHERE subject_id = ${id} ORDER BY id`;
    expect(acts.map(({ actor_name, act }) => [actor_name, act])).toEqual([
      ["Nora Lefèvre", "price-planned"],
      ["Prix prévu", "product-updated"],
      ["Prix prévu", "product-updated"],
    ]);
  });

  test("is applied once when many nodes do it at once, and once for a form that is sent twice", async () => {
    const ids = await Promise.all([addProduct(50), addProduct(60), addProduct(70)]);
    const cle = ulid();
    const sent = await Promise.all([send(ids, { cle }), send(ids, { cle })]);
    expect(sent.map(({ status }) => status)).toEqual([302, 302]);
    await passTo(cle, 1);
    const counts = await Promise.all(Array.from({ length: 6 }, apply));
    expect(counts.reduce((sum, one) => sum + one)).toBe(3);
    await passTo(cle, 5);
    const ends = await Promise.all(Array.from({ length: 6 }, apply));
    expect(ends.reduce((sum, one) => sum + one)).toBe(3);
    for (const [index, id] of ids.entries())
      expect(await historyOf(id)).toEqual(
        [5_000, 4_000, 5_000].map((p) => (p === 4_000 ? p : p + index * 1_000)),
      );
  });

  test("in percent is rounded down to whole euros, from the price at its beginning", async () => {
    const id = await addProduct(49);
    const cle = await plan([id], { genre: "percent", valeur: "20 %" });
    await sql`UPDATE products SET price_cents = 4600 WHERE id = ${id}`;
    await passTo(cle, 1);
    await apply();
    // 46 € less 20 % is 36.80 €.
    expect(await priceOf(id)).toBe(3_600);
  });

  test("of 10,5 % takes tenths of a percent off exactly", async () => {
    const id = await addProduct(200);
    const cle = await plan([id], { genre: "percent", valeur: "10,5\u00a0%" });
    expect(textOf(await admin.read(`/admin/edict-product/${id}`))).toMatch(/−10,5\s%/);
    await passTo(cle, 1);
    await apply();
    expect(await priceOf(id)).toBe(17_900);
  });

  test("is shown before it is saved, whatever the typed form of its value", async () => {
    const id = await addProduct(50);
    for (const [genre, valeur, shown] of [
      ["percent", "10 %", "50 € → 45 €"],
      ["percent", "10,5", "50 € → 44 €"],
      ["euros", "39 €", "50 € → 39 €"],
    ] as const) {
      const { status, text } = await send([id], { genre, valeur, fin: "" });
      expect([status, text.replaceAll("\u00a0", " ")]).toEqual([
        400,
        expect.stringContaining(shown),
      ]);
    }
  });

  test("without a start begins now, and by the job of its moment", async () => {
    const own = await openShop();
    const boss = await own.customer({ isAdmin: true });
    const id = ulid();
    await own.sql`INSERT INTO products (id, name, price_cents, category) VALUES (${id}, 'huile', 2000, 'Autres')`;
    await startJobs(own);
    const form = { genre: "euros", valeur: "15", debut: "", fin: moment(DAY), produits: id };
    expect((await boss.post(NEW, { cle: ulid(), ...form })).status).toBe(302);
    await expect
      .poll(async () => (await getProduct(own.db, id))?.priceCents, { timeout: 20_000 })
      .toBe(1_500);
    const jobs = await own.sql<{ starts: Date }[]>`
      SELECT start_after AS starts FROM jobs.job WHERE name = 'planned-prices' AND state = 'created' AND start_after > now() + interval '20 hours'`;
    expect(jobs).toHaveLength(1);
  });

  test("announces nothing when the prices of 30 days are unknown or were as low", async () => {
    const recent = await addProduct(50, 10);
    const lower = await addProduct(50);
    await sql`UPDATE products SET price_cents = 3900 WHERE id = ${lower}`;
    await age(lower, 5);
    await sql`UPDATE products SET price_cents = 5000 WHERE id = ${lower}`;
    const cle = await plan([recent, lower]);
    await passTo(cle, 1);
    await apply();
    for (const id of [recent, lower])
      expect(await getProduct(db, id)).toMatchObject({ priceCents: 4_000, priorCents: null });
    expect(textOf(await admin.read(LIST))).toContain("50 € → 40 €, sans prix barré");
  });
});

describe("a late job", () => {
  test("over the beginning: the price is right at once; over the end: the price before is back at once", async () => {
    const id = await addProduct(50);
    const cle = await plan([id]);
    await passTo(cle, 1.9);
    await apply();
    expect(await getProduct(db, id)).toMatchObject({ priceCents: 4_000, priorCents: 5_000 });
    await passTo(cle, 30);
    await apply();
    expect(await priceOf(id)).toBe(5_000);
    expect(await historyOf(id)).toEqual([5_000, 4_000, 5_000]);
  });

  test("over both: no price that nobody paid enters the history", async () => {
    const id = await addProduct(50);
    const cle = await plan([id]);
    await passTo(cle, 30);
    expect(await apply()).toBe(0);
    expect(await outcomeOf(cle)).toEqual(["missed"]);
    expect(await historyOf(id)).toEqual([5_000]);
    expect(textOf(await admin.read(LIST))).toContain("Jamais appliqué");
  });

  test("over the end of one plan and the beginning of the next: both in order", async () => {
    const id = await addProduct(50);
    const first = await plan([id], { valeur: "45", debut: moment(DAY), fin: moment(2 * DAY) });
    const second = await plan([id], { valeur: "30", debut: moment(2 * DAY), fin: moment(4 * DAY) });
    await passTo(first, 0.5);
    await apply();
    expect(await priceOf(id)).toBe(4_500);
    await passTo(first, 1.5);
    await passTo(second, 0.5);
    await apply();
    expect(await priceOf(id)).toBe(3_000);
    expect(await outcomeOf(first)).toEqual(["ended"]);
    await passTo(second, 3);
    await apply();
    expect(await priceOf(id)).toBe(5_000);
  });

  test("of more products than one transaction takes leaves none out", async () => {
    const ids = await Promise.all(
      Array.from({ length: 130 }, () => insertProduct(db, { name: "savon", price: 50 })),
    );
    const cle = await plan(ids);
    await passTo(cle, 1);
    expect(await apply()).toBe(130);
    expect(await apply()).toBe(0);
  });
});

describe("by hand beside it", () => {
  test("a price changed during the plan stays; one changed back to the plan's ends with it", async () => {
    const [changed, same] = [await addProduct(50), await addProduct(50)];
    const cle = await plan([changed, same]);
    await passTo(cle, 1);
    await apply();
    await sql`UPDATE products SET price_cents = 4500 WHERE id IN (${changed}, ${same})`;
    await sql`UPDATE products SET price_cents = 4000 WHERE id = ${same}`;
    await passTo(cle, 4);
    expect(await apply()).toBe(1);
    expect(await priceOf(changed)).toBe(4_500);
    expect(await priceOf(same)).toBe(5_000);
    expect((await outcomeOf(cle)).sort()).toEqual(["changed", "ended"]);
  });

  test("a price already as low when the plan begins stays", async () => {
    const id = await addProduct(50);
    const cle = await plan([id]);
    await sql`UPDATE products SET price_cents = 3000 WHERE id = ${id}`;
    await passTo(cle, 1);
    expect(await apply()).toBe(0);
    expect(await outcomeOf(cle)).toEqual(["no-reduction"]);
    await passTo(cle, 9);
    await apply();
    expect(await priceOf(id)).toBe(3_000);
  });

  test("a product's form that was open over the beginning does not undo it", async () => {
    const id = await addProduct(50);
    const cle = await plan([id]);
    const [row] = await sql<
      { version: number; name: string }[]
    >`SELECT version, name FROM products WHERE id = ${id}`;
    const form = {
      version: String(row!.version),
      name: row!.name,
      price: "50",
      category: "Soins de la peau",
      sellingType: "Normal",
      description: "Plus douce.",
      composition: "",
      reducedUntil: "",
      picture: `images/essai/${id.toLowerCase()}.jpg`,
    };
    await passTo(cle, 1);
    await apply();
    expect((await admin.post(`/admin/edict-product/${id}`, form)).status).toBe(409);
    expect(await priceOf(id)).toBe(4_000);
  });

  test("deleting a product takes it out of its plans", async () => {
    const [gone, kept] = [await addProduct(50), await addProduct(50)];
    const cle = await plan([gone, kept]);
    await passTo(cle, 1);
    await apply();
    await admin.post("/admin/produits", { intent: "delete", id: gone });
    await passTo(cle, 4);
    expect(await apply()).toBe(1);
    expect(await priceOf(kept)).toBe(5_000);
    await admin.post("/admin/produits", { intent: "delete", id: kept });
    expect(textOf(await admin.read(LIST))).toContain("Produits supprimés");
  });
});

describe("cancelling", () => {
  const cancel = (id: string) => admin.post(LIST, { intent: "cancel", id });

  test("a planned one never begins; a running one gives back the price before; a second time changes nothing", async () => {
    const [later, now] = [await addProduct(50), await addProduct(50)];
    const [planned, running] = [await plan([later]), await plan([now])];
    await passTo(running, 1);
    await apply();
    expect(textOf(await admin.read(`${LIST}?annuler=${running}`))).toContain(
      "Arrêter ce prix maintenant",
    );
    for (const id of [planned, running, running]) expect((await cancel(id)).status).toBe(302);
    expect(await priceOf(now)).toBe(5_000);
    await passTo(planned, 1);
    expect(await apply()).toBe(0);
    expect(await priceOf(later)).toBe(5_000);
    expect(await historyOf(now)).toEqual([5_000, 4_000, 5_000]);
    const [acts] = await sql`
      SELECT count(*)::integer AS count FROM audit_events WHERE act = 'price-plan-cancelled' AND subject_id IN (${later}, ${now})`;
    expect(acts!["count"]).toBe(2);
    // Their days are free again.
    await plan([later, now]);
  });

  test("an ended or unknown one changes nothing", async () => {
    const id = await addProduct(50);
    const cle = await plan([id]);
    await passTo(cle, 9);
    expect((await cancel(cle)).headers.get("location")).toContain("fait=termine");
    expect((await cancel(ulid())).status).toBe(404);
  });

  test("beside its beginning or end, in either order, leaves the price before", async () => {
    for (const days of [1, 4]) {
      const id = await addProduct(50);
      const cle = await plan([id]);
      if (days === 4) {
        await passTo(cle, 1);
        await apply();
      }
      await passTo(cle, days === 1 ? 1 : 2);
      await queueBehind<unknown>(
        sql,
        (holder) => holder`SELECT FROM products WHERE id = ${id} FOR UPDATE`,
        [() => apply(), () => cancel(cle)],
      );
      await apply();
      expect(await priceOf(id)).toBe(5_000);
    }
  });
});

describe("an order at the moment of the change", () => {
  const order = (id: string, cents: number) =>
    customer.post("/panier", orderForm([{ id, qty: 2 }], cents));
  const cartPrice = async (id: string) => {
    const answer = (await (await customer.get(`/panier/prix?id=${id}`)).json()) as {
      products: { priceCents: number }[];
    };
    return answer.products[0]!.priceCents;
  };

  test("is charged what was shown: before, during and after; with another price it is asked again, once", async () => {
    const id = await addProduct(50);
    const cle = await plan([id]);
    // Due, but not yet applied: what is shown is what is charged.
    await passTo(cle, 1);
    expect(await cartPrice(id)).toBe(5_000);
    expect((await order(id, 10_000)).status).toBe(302);
    await apply();
    const refused = await customer.post("/panier.data", orderForm([{ id, qty: 2 }], 10_000));
    expect(refused.status).toBe(409);
    expect((await refused.text()).replaceAll("\u00a0", " ")).toContain(
      "Un prix a changé depuis que vous avez vu votre panier. Le total est maintenant de 80 €",
    );
    expect(await cartPrice(id)).toBe(4_000);
    expect((await order(id, 8_000)).status).toBe(302);
    await passTo(cle, 2.5);
    expect((await order(id, 8_000)).status).toBe(302);
    await apply();
    expect((await order(id, 8_000)).status).toBe(409);
    expect((await order(id, 10_000)).status).toBe(302);
  });

  test("waits for a change that is being written, and sees it", async () => {
    const id = await addProduct(50);
    const cle = await plan([id]);
    await passTo(cle, 1);
    const [, answer] = await queueBehind<unknown>(
      sql,
      (holder) => holder`SELECT FROM products WHERE id = ${id} FOR UPDATE`,
      [() => apply(), () => order(id, 10_000)],
    );
    const { status } = answer as Response;
    // Either lock may come first; the order is charged the price it was shown, or asked again.
    expect([302, 409]).toContain(status);
    const placed = await sql`SELECT unit_price_cents FROM order_lines WHERE product_id = ${id}`;
    expect(placed.map((row) => row["unit_price_cents"])).toEqual(status === 302 ? [5_000] : []);
    expect((await order(id, 8_000)).status).toBe(302);
  });
});

describe("a form that can't be planned", () => {
  test.each([
    [{ valeur: "0" }, "À 0 €, rien ne se vend"],
    [{ valeur: "" }, "Indiquez un prix en euros entiers"],
    [{ valeur: "12,50" }, "Indiquez un prix en euros entiers"],
    [{ valeur: "1.800" }, "« 1.800 » se lit 1,8 ou 1 800"],
    [{ valeur: "-5" }, "Indiquez un prix en euros entiers"],
    [{ genre: "percent", valeur: "100" }, "Indiquez un pourcentage de 1 à 99 : 10, ou 10,5."],
    [{ genre: "percent", valeur: "10,55" }, "Indiquez un pourcentage de 1 à 99"],
    [{ genre: "percent", valeur: "0,5" }, "Indiquez un pourcentage de 1 à 99"],
    [{ genre: "troc" }, "Choisissez un pourcentage ou un prix."],
    [{ fin: "" }, "Indiquez quand le prix d’avant revient."],
    [{ fin: moment(DAY / 2) }, "La fin est avant le début"],
    [{ fin: moment(DAY) }, "La fin est avant le début"],
    [{ debut: "2026-02-30T08:00", fin: "2027-03-01T08:00" }, "Ce moment n’existe pas"],
    [{ debut: "demain" }, "Ce moment n’existe pas"],
    [{ debut: "0000-01-01T00:00" }, "Ce moment n’existe pas"],
    [{ fin: "0000-01-01T00:00" }, "Ce moment n’existe pas"],
    [{ debut: "x".repeat(20_000) }, "Ce moment n’existe pas"],
    [{ debut: `${nextLastSunday(2)}T02:30` }, "Cette heure n’existe pas"],
    [{ fin: `${nextLastSunday(2)}T02:59` }, "Cette heure n’existe pas"],
    [{ debut: `${nextLastSunday(9)}T02:00` }, "Cette heure existe deux fois"],
    [{ fin: `${nextLastSunday(9)}T02:30` }, "Cette heure existe deux fois"],
    [{ fin: "9999-12-31T00:00" }, "Un prix se prévoit pour un an au plus."],
  ])("is refused beside its field, as typed: %o", async (fields, message) => {
    const id = await addProduct(50);
    const { status, text } = await send([id], fields);
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    expect(await sql`SELECT FROM planned_prices WHERE product_id = ${id}`).toHaveLength(0);
  });

  test.each([
    [{ debut: "2020-01-01T08:00" }, "Ce moment est passé"],
    [{ debut: "", fin: "2020-01-01T08:00" }, "La fin est passée"],
    [{ valeur: "50" }, "coûte 50 € : 50 € n’est pas une réduction."],
    [{ valeur: "60" }, "coûte 50 € : 60 € n’est pas une réduction."],
  ])("is refused by the server's clock and prices: %o", async (fields, message) => {
    const id = await addProduct(50);
    const { status, text } = await send([id], fields);
    expect([status, text.replaceAll("\u00a0", " ")]).toEqual([
      409,
      expect.stringContaining(message),
    ]);
    expect(await sql`SELECT FROM planned_prices WHERE product_id = ${id}`).toHaveLength(0);
  });

  test("has no product, a deleted one, too many, or one that overlaps: nothing is planned for any of them", async () => {
    const [free, taken] = [await addProduct(50), await addProduct(50)];
    await plan([taken]);
    const texts = [];
    for (const ids of [
      [],
      [free, ulid()],
      Array.from({ length: 201 }, () => ulid()),
      [free, taken],
    ]) {
      const { status, text } = await send(ids, {}, [free]);
      expect(status).toBe(409);
      texts.push(text);
    }
    expect(texts).toEqual([
      expect.stringContaining("Cochez au moins un produit"),
      expect.stringContaining("vient d’être supprimé"),
      expect.stringContaining("200 produits au plus"),
      expect.stringContaining("deux prix ne peuvent pas se chevaucher"),
    ]);
    expect(await sql`SELECT FROM planned_prices WHERE product_id = ${free}`).toHaveLength(0);
    // Beside each other they don't overlap.
    await plan([taken], { debut: moment(3 * DAY), fin: moment(4 * DAY) });
  });

  test("overlaps with one that is sent at the same time: one of both is planned", async () => {
    const ids = [await addProduct(50), await addProduct(60)];
    const answers = await Promise.all([send(ids), send(ids.toReversed(), { valeur: "30" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  });
});

test("the form lists the ticked products, or those of a list", async () => {
  const id = await addProduct(50);
  const [row] = await sql<{ name: string }[]>`SELECT name FROM products WHERE id = ${id}`;
  expect(await admin.read(`${NEW}?produits=${id}`)).toContain(`value="${id}"`);
  const list = new URLSearchParams({ recherche: row!.name });
  expect(
    await admin.read(`${NEW}?tous=1&${new URLSearchParams({ retour: String(list) })}`),
  ).toContain(`value="${id}"`);
  expect(textOf(await admin.read(`${NEW}?produits=${ulid()}`))).toContain(
    "Cochez au moins un produit",
  );
  expect(await admin.read(`/admin/produits?${list}`)).toContain('name="produits"');
});
