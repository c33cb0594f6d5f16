import * as fc from "fast-check";
import { ulid } from "ulid";
import type { Admin } from "#app/accounts/as-admin.server.ts";
import { saveSettings } from "#app/settings/save-settings.server.ts";
import { groupNamed } from "./group-named.ts";
import type { openShop } from "./shop.ts";

/* What a shop of the money model offers: delivery methods, reductions, VAT abroad. In cents and grams; the settings get texts. */

/** Where an order of the model goes. `zone`: as the settings name it; null: codes of several zones. */
export const PLACES = [
  { address: "14 rue des Lilas, 69003 Lyon", country: "FR", zone: "Métropole" },
  { address: "3 cours Napoléon, 20000 Ajaccio", country: "FR", zone: "Corse" },
  { address: "2 rue Victor-Hugo, 97400 Saint-Denis", country: "FR", zone: "Outre-mer" },
  { address: "8 rue Grimaldi, 98000 Monaco", country: "FR", zone: "Métropole" },
  { address: "12 rue Neuve, 1000 Bruxelles", country: "BE", zone: "Belgique" },
  { address: "1 Aleksanterinkatu, 00100 Helsinki", country: "FI", zone: "Finlande" },
  { address: "14 rue des Lilas, 69003 Lyon, 97400 Saint-Denis", country: "FR", zone: null },
] as const;
/** The VAT rates abroad of a seller in the one-stop shop. */
export const VAT_ABROAD: Record<string, number> = { BE: 21, FI: 25.5 };

export type Method = {
  isActive: boolean;
  isHome: boolean;
  zones: readonly string[];
  byWeight: boolean;
  /** The first one is from 0 on. */
  steps: readonly { from: number; fee: number }[];
  freeFrom: number | null;
};
export type DrawnReduction = {
  /** Given when a run begins: a new one counts its uses from zero. */
  id: string;
  isActive: boolean;
  hasCode: boolean;
  kind: "percent" | "amount" | "delivery";
  /** Percent or cents. */
  value: number;
  minimum: number;
  /** The products that it reduces, by their place in the family; null: all. */
  only: readonly number[] | null;
  days: "always" | "ended" | "to come";
  most: number | null;
  mostEach: number | null;
};
export type Offers = { methods: Method[]; reductions: DrawnReduction[]; oss: boolean };
/** A product of the model's family: the first has a category of its own, the last a reference. */
export type Shade = { id: string; reference: string | null; grams: number | null };

const method = fc.record({
  isActive: fc.constantFrom(true, true, true, false),
  isHome: fc.boolean(),
  zones: fc.constantFrom(
    ["Métropole"],
    ["Métropole", "Corse"],
    ["Métropole", "Corse", "Outre-mer"],
    ["Outre-mer", "Belgique"],
    ["Métropole", "Corse", "Outre-mer", "Belgique", "Finlande"],
  ),
  byWeight: fc.boolean(),
  steps: fc.constantFrom(
    [{ from: 0, fee: 490 }],
    [{ from: 0, fee: 0 }],
    [
      { from: 0, fee: 1_299 },
      { from: 2_500, fee: 633 },
    ],
    [
      { from: 0, fee: 301 },
      { from: 120, fee: 455 },
      { from: 5_000, fee: 999 },
      { from: 8_000, fee: 0 },
    ],
  ),
  freeFrom: fc.constantFrom(null, null, 4_000, 6_001),
});
const reduction = fc
  .record({
    id: fc.constant(""),
    isActive: fc.constantFrom(true, true, true, false),
    hasCode: fc.boolean(),
    kind: fc.constantFrom("percent", "percent", "amount", "delivery"),
    // Of an amount: 0,01 € to 50 €.
    value: fc.constantFrom(1, 7, 12.5, 33.3, 50, 99, 100),
    minimum: fc.constantFrom(0, 0, 3_000, 6_000),
    only: fc.constantFrom(null, null, [0], [2], [0, 2]),
    days: fc.constantFrom("always", "always", "always", "ended", "to come"),
    most: fc.constantFrom(null, null, 1, 3),
    mostEach: fc.constantFrom(null, null, 1, 2),
  })
  .map((one) => (one.kind === "amount" ? { ...one, value: Math.ceil(one.value ** 2 / 2) } : one))
  // The settings refuse a reduction that makes an article free (decision 100).
  .map((one) => {
    if (one.kind === "amount") return { ...one, minimum: Math.max(one.minimum, one.value + 1) };
    return one.only === null ? { ...one, value: Math.min(one.value, 99) } : one;
  });
/** A third of the shops have no methods, as specified. */
export const OFFERS: fc.Arbitrary<Offers> = fc.record({
  methods: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Method[]>([]) },
    { weight: 2, arbitrary: fc.array(method, { minLength: 1, maxLength: 4, size: "max" }) },
  ),
  reductions: fc.array(reduction as fc.Arbitrary<DrawnReduction>, { maxLength: 4, size: "max" }),
  oss: fc.boolean(),
});

/** An administrator changes the offers: a reduction ends or changes, a method costs more or is switched off. */
export const OFFER_ACT = fc.record({
  do: fc.constant("change offers"),
  which: fc.nat({ max: 3 }),
  edit: fc.constantFrom("end", "value", "switch", "fee", "fee", "method"),
});

function edited(offers: Offers, { which = 0, edit }: { which?: number; edit?: string }) {
  const next = structuredClone(offers);
  const one = next.reductions[which % Math.max(1, next.reductions.length)];
  const way = next.methods[which % Math.max(1, next.methods.length)];
  if (one && edit === "end") one.days = "ended";
  if (one && edit === "value") one.value = one.value === 15 ? 16 : 15;
  if (one && edit === "switch") one.isActive = !one.isActive;
  if (way && edit === "fee")
    way.steps = way.steps.map(({ from, fee }) => ({ from, fee: fee + 37 }));
  if (way && edit === "method") way.isActive = !way.isActive;
  return next;
}

/** The code of a reduction by its place. */
export const codeOf = (index: number) => `CODE-${index}`;
export const methodId = (index: number) => `formule-${index}`;
const euros = (cents: number) => (cents / 100).toFixed(2).replace(".", ",");

/** The offers as the forms of the settings have them. */
function asSettings({ methods, reductions, oss }: Offers, shades: readonly Shade[]) {
  const names = (only: readonly number[]) =>
    only.map((place) => (place === 0 ? "maquillage" : (shades[place]!.reference ?? "")));
  return {
    delivery: {
      list: JSON.stringify(
        methods.map((one, index) => ({
          id: methodId(index),
          isActive: one.isActive,
          name: `Formule ${index}`,
          kind: one.isHome ? "Livraison à domicile" : "Point de relais",
          zones: one.zones.join(", "),
          basis: one.byWeight ? "weight" : "total",
          steps: one.steps
            .map(({ from, fee }) => `${one.byWeight ? `${from} g` : euros(from)} : ${euros(fee)}`)
            .join("\n"),
          freeFrom: one.freeFrom === null ? "" : euros(one.freeFrom),
          minDays: "",
          maxDays: "",
        })),
      ),
    },
    reductions: {
      list: JSON.stringify(
        reductions.map((one, index) => ({
          id: one.id,
          isActive: one.isActive,
          name: `Offre ${index}`,
          code: one.hasCode ? codeOf(index) : "",
          kind: one.kind,
          value:
            one.kind === "delivery"
              ? ""
              : one.kind === "amount"
                ? euros(one.value)
                : String(one.value).replace(".", ","),
          minimum: one.minimum > 0 ? euros(one.minimum) : "",
          only: one.only === null ? "" : names(one.only).join(", "),
          from: one.days === "to come" ? "2099-01-01" : "",
          until: one.days === "ended" ? "2020-02-29" : "",
          most: String(one.most ?? ""),
          mostEach: String(one.mostEach ?? ""),
        })),
      ),
    },
    sales: {
      countries: "France, Belgique, Finlande",
      packaging: "Belgique : BE-1\nFinlande : FI-1",
      oss: oss ? "on" : "",
      payLater: "",
      familyCards: "on",
    },
  };
}

/** Keeps the offers of a run, and which were in force while an order was placed. */
export function keepOffers(shop: Awaited<ReturnType<typeof openShop>>, admin: Admin) {
  /** All offers saved in this run, or being saved, the newest last. */
  let all: Offers[] = [];
  let inForce = 0;
  let saving: Promise<unknown> = Promise.resolve();
  const stored: Record<string, string> = {};
  async function saveNow(offers: Offers, shades: readonly Shade[]): Promise<void> {
    const place = all.push(offers) - 1;
    for (const [name, draft] of Object.entries(asSettings(offers, shades))) {
      const group = name as "sales" | "delivery" | "reductions";
      if (stored[group] === JSON.stringify(draft)) continue;
      const version = shop.settings.current().versions[group];
      // oxlint-disable-next-line no-await-in-loop -- one setting after the other, as an administrator saves them
      const { kind } = await saveSettings(shop, admin, {
        group: groupNamed(group),
        version,
        draft,
      });
      // A reduction of a product that was deleted is refused: the group stays as it was.
      if (kind !== "saved") return;
      stored[group] = JSON.stringify(draft);
    }
    inForce = place;
  }
  return {
    current: () => all[inForce]!,
    /** The offers that were in force at any time since these were. */
    since: (earlier: Offers) => all.slice(all.indexOf(earlier)),
    /** Begins a run with new reductions. */
    begin({ reductions, ...drawn }: Offers, shades: readonly Shade[]): Promise<void> {
      all = [];
      inForce = 0;
      const fresh = reductions.map((one) => ({ ...one, id: ulid() }));
      return saveNow({ ...drawn, reductions: fresh }, shades);
    },
    /** Saves what an edit makes of the current offers; one after the other. */
    change(edit: Parameters<typeof edited>[1], shades: readonly Shade[]): Promise<void> {
      const saved = saving.then(() => saveNow(edited(all[inForce]!, edit), shades));
      saving = saved;
      return saved;
    },
  };
}
