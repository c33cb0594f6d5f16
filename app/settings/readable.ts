import { PALETTES, type PaletteName } from "#app/ui/palette-schema.ts";
import type { DeliveryMethod } from "./delivery-schema.ts";
import { GROUPS, LISTS, type GroupName } from "./groups.ts";
import type { Slide } from "./home-schema.ts";
import { itemsOf } from "./items.ts";
import type { Question } from "./pages-schema.ts";
import type { Reduction } from "./reductions-schema.ts";
import { CASH_NAMES, SAMPLES_NAMES } from "./sales-schema.ts";

/**
 * How a field's text is read. `earlier`: the text that it replaces, to list what is new; `later`: the text that replaces it, to
 * list what that changes. With neither, everything is listed. `products`: names of products by id or stored name.
 */
export type Reading = { earlier?: string; later?: string; products: Record<string, string> };

type Item = { id: string };
/** Bounds the work on a posted list: no list has more items. */
const MOST_ITEMS = 50;
/** Describes one item; `other` is its earlier or later state. */
type Describe<One extends Item> = (item: One, other: One | undefined, reading: Reading) => string[];

const titled = (name: string, text: string) => text && `${name} «\u00a0${text}\u00a0»`;

const describeSlide: Describe<Slide> = (slide, other, { earlier, products }) => {
  const fullTitle = [slide.title, slide.emphasis].filter(Boolean).join(" ");
  const changed = (part: keyof Slide) => !other || other[part] !== slide[part];
  const text = (part: keyof Slide, name: string) =>
    changed(part) ? titled(name, String(slide[part] ?? "")) : "";
  const replaces = other && earlier !== undefined;
  const { productId, productName } = slide;
  return [
    slide.isShown ? "affichée" : "cachée",
    titled("titre", fullTitle) || "sans titre",
    titled("mène à", slide.link ?? "") ||
      titled("produit", products[productId || productName] ?? productName) ||
      (productId ? "produit supprimé" : "sans produit"),
    replaces && changed("picture") ? "image modifiée" : "",
    replaces && (changed("focusX") || changed("focusY")) ? "point de mire modifié" : "",
    text("alt", "description de l’image"),
    text("label", "étiquette"),
    text("text", "texte"),
    text("action", "bouton"),
    changed("side") ? `texte à ${slide.side === "right" ? "droite" : "gauche"}` : "",
  ];
};

const describeQuestion: Describe<Question> = ({ question, answer }, other) => [
  `«\u00a0${question}\u00a0»`,
  !other || other.answer !== answer ? titled("réponse", answer) : "",
];

const describeReduction: Describe<Reduction> = (reduction, other) => {
  const changed = (part: keyof Reduction) => !other || other[part] !== reduction[part];
  const text = (part: keyof Reduction, name: string) =>
    changed(part) && reduction[part] ? `${name} ${String(reduction[part])}` : "";
  const { name, code, kind, value } = reduction;
  const taken = {
    percent: `${value}\u00a0%`,
    amount: `${value}\u00a0€`,
    delivery: "livraison offerte",
  };
  return [
    `«\u00a0${name}\u00a0»`,
    reduction.isActive ? "active" : "arrêtée",
    code ? `code ${code}` : "automatique",
    code && reduction.isAnnounced ? "annoncée à tous" : "",
    taken[kind],
    text("minimum", "à partir de (€)"),
    text("only", "articles"),
    text("from", "du"),
    text("until", "au"),
    text("most", "utilisations"),
    text("mostEach", "par client"),
  ];
};

const describeMethod: Describe<DeliveryMethod> = (method, other) => {
  const changed = (part: keyof DeliveryMethod) => !other || other[part] !== method[part];
  const { name, kind, zones, basis, steps, freeFrom, minDays, maxDays } = method;
  return [
    `«\u00a0${name}\u00a0»`,
    method.isActive ? "active" : "arrêtée",
    kind,
    changed("zones") ? zones : "",
    changed("steps") || changed("basis")
      ? `frais selon ${basis === "weight" ? "le poids (g)" : "le total (€)"} ${steps.split("\n").join("\u00a0; ")}`
      : "",
    changed("freeFrom") ? (freeFrom ? `offerte à partir de ${freeFrom}\u00a0€` : "") : "",
    changed("minDays") || changed("maxDays")
      ? maxDays
        ? `${minDays} à ${maxDays} jours ouvrés`
        : "quatre jours"
      : "",
    changed("lessImpact") ? titled("moindre impact", method.lessImpact) : "",
  ];
};

const DESCRIPTIONS: Record<string, Describe<never>> = {
  "delivery.list": describeMethod,
  "reductions.list": describeReduction,
  "home.slides": describeSlide,
  "pages.questions": describeQuestion,
};

/** A field's text as the history and a conflict show it. */
export function readableOf(
  group: GroupName,
  field: string,
  text: string,
  reading: Reading,
): string {
  const key = `${group}.${field}`;
  if (key === "appearance.palette" && Object.hasOwn(PALETTES, text))
    return PALETTES[text as PaletteName].title;
  // Of a drawing's path, the name of its file.
  if (key === "appearance.logo" || key === "legal.guaranteeNotice")
    return text.replace(/^.*\//, "");
  if (key === "home.houseProductId")
    return text
      ? (reading.products[text] ?? "Produit supprimé")
      : "Celui de la première diapositive";
  if (key === "sales.cash") return CASH_NAMES[text as keyof typeof CASH_NAMES] ?? text;
  if (key === "sales.samples") return SAMPLES_NAMES[text as keyof typeof SAMPLES_NAMES] ?? text;
  const defaults: Record<string, unknown> = GROUPS[group].defaults.real;
  if (typeof defaults[field] === "boolean") return text ? "Oui" : "Non";
  return key in DESCRIPTIONS ? readableItems(key, text, reading) : text;
}

/** The items of a list, one a line: those that differ from the other text, if there is one. */
function readableItems(key: string, text: string, reading: Reading): string {
  const { item: name } = LISTS[key]!;
  const describe = DESCRIPTIONS[key] as Describe<Item>;
  const items = itemsOf<Item>(text).slice(0, MOST_ITEMS);
  const { earlier, later } = reading;
  const other = earlier ?? later;
  const others = other === undefined ? undefined : itemsOf<Item>(other).slice(0, MOST_ITEMS);
  const ranks = ranksIn(items, others ?? []);
  const otherRanks = ranksIn(others ?? [], items);
  const lines = items.flatMap((item, index) => {
    const before = others?.find(({ id }) => id === item.id);
    const isMoved = before !== undefined && ranks.get(item.id) !== otherRanks.get(item.id);
    if (before && !isMoved && isEqual(before, item)) return [];
    const place = [
      `${name} ${index + 1}`,
      others && !before && earlier !== undefined && "nouvelle",
      isMoved && earlier !== undefined && `auparavant ${others!.indexOf(before) + 1}`,
    ];
    const parts = describe(item as never, before as never, reading).filter(Boolean);
    return [`${place.filter(Boolean).join(", ")}\u00a0: ${parts.join(", ")}`];
  });
  const removed = (earlier === undefined ? [] : others!).flatMap(({ id }, index) =>
    items.some((item) => item.id === id) ? [] : [`${name} ${index + 1} retirée`],
  );
  const all = [...lines, ...removed];
  if (all.length === 0 && items.length > 0)
    return `${items.length} ${name.toLowerCase()}${items.length > 1 ? "s" : ""}`;
  return all.join("\n");
}

/** The places of the items among those that are also in `others`: a removed item moves no other. */
function ranksIn(items: readonly Item[], others: readonly Item[]): Map<string, number> {
  const common = items.filter(({ id }) => others.some((other) => other.id === id));
  return new Map(common.map(({ id }, rank) => [id, rank]));
}

const isEqual = (one: Item, other: Item) =>
  Object.entries(one).every(([part, value]) => other[part as keyof Item] === value);
