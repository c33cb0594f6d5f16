import { itemsOf } from "./items.ts";
import type { ListTexts, Reading, SettingsField } from "./settings-group.ts";

type Item = { id: string };
/** The largest number of items that are read from a posted list; no valid list has more. */
const MOST_ITEMS = 50;

/** « titre « Le vent » »; empty without a text. */
export const titled = (name: string, text: string) => text && `${name} «\u00a0${text}\u00a0»`;

/** A field's text as the history and a conflict show it. */
export function readableOf(field: SettingsField, text: string, reading: Reading): string {
  const { read, choices, list, initial } = field;
  if (read) return read(text, reading);
  if (choices) return Object.hasOwn(choices, text) ? choices[text]! : text;
  if (typeof initial === "boolean") return text ? "Oui" : "Non";
  return list ? readableItems(list, text, reading) : text;
}

/** The items of a list, one a line. With an earlier or later text in `reading`: only the items that differ from it. */
function readableItems(list: ListTexts, text: string, reading: Reading): string {
  const { item: name } = list;
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
    const parts = list.describe(item, before, reading).filter(Boolean);
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

/** Each item's rank among the items that both lists have, by id, so that a removed item does not make the later ones look moved. */
function ranksIn(items: readonly Item[], others: readonly Item[]): Map<string, number> {
  const common = items.filter(({ id }) => others.some((other) => other.id === id));
  return new Map(common.map(({ id }, rank) => [id, rank]));
}

const isEqual = (one: Item, other: Item) =>
  Object.entries(one).every(([part, value]) => other[part as keyof Item] === value);
