import type { SettingsFields } from "./settings-fields.ts";

/** Reads the items of a list field; none when its text is no list of objects. */
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

/** The props of the text fields of a list's item, by part. `prefix`: « list.0 », the beginning of its fields' names. */
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
  // Errors name their item by its place, so a moved or removed item ends all of them.
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
    /** Whether an error belongs to the item. */
    isFaulty: (index: number) =>
      Object.keys(errors).some((field) => field.startsWith(`${name}.${index}.`)),
  };
}
