import type { SettingsFields } from "./settings-fields.ts";

/** Parses the items of a list field; an empty list if the text is not a JSON array. */
export function itemsOf<Item>(text: string | undefined): Item[] {
  try {
    const items: unknown = JSON.parse(text || "[]");
    return Array.isArray(items) ? items.filter((item) => typeof item === "object" && item) : [];
  } catch {
    return [];
  }
}

type TextParts<Item> = {
  [Part in keyof Item]: Item[Part] extends string ? Part : never;
}[keyof Item] &
  string;

/** Returns a function from a property of an item to its text field's props. `prefix` begins the fields' names: « list.0 ». */
export const itemFields =
  <Item>(
    item: Item,
    prefix: string,
    errors: Record<string, string>,
    change: (part: Partial<Item>) => void,
  ) =>
  (part: TextParts<Item>) => ({
    name: `${prefix}.${part}`,
    value: item[part] as string,
    error: errors[`${prefix}.${part}`],
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [part]: target.value } as Partial<Item>),
  });

/** The items of a list field (JSON in the draft), and how to change them. */
export function itemsIn<Item>(
  name: string,
  { draft, set, errors }: Pick<SettingsFields, "draft" | "set" | "errors">,
) {
  const items = itemsOf<Item>(draft[name]);
  const save = (next: readonly Item[], touched: readonly string[]) =>
    set({ [name]: JSON.stringify(next) }, [name, ...touched]);
  // The names of errors contain the item's index, so after a move or removal they would be shown at another item: clears all of them.
  const saveAll = (next: readonly Item[]) =>
    save(
      next,
      Object.keys(errors).filter((field) => field.startsWith(`${name}.`)),
    );
  return {
    items,
    change: (index: number, change: Partial<Item>) =>
      save(
        items.map((item, at) => (at === index ? { ...item, ...change } : item)),
        Object.keys(change).map((part) => `${name}.${index}.${part}`),
      ),
    add: (item: Item) => saveAll([...items, item]),
    remove: (index: number) => saveAll(items.toSpliced(index, 1)),
    move: (from: number, to: number) =>
      saveAll(items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)),
    /** Whether the item has an error. */
    isFaulty: (index: number) =>
      Object.keys(errors).some((field) => field.startsWith(`${name}.${index}.`)),
  };
}
