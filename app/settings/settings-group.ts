import { z } from "zod";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { IconName } from "#app/ui/icon.tsx";
import type { StoredPicture } from "#app/ui/picture.tsx";

/** A group as the texts of its form, by field. */
export type Draft = Record<string, string>;
/** French messages by field; of an item in a list « slides.0.title ». */
export type FieldErrors = Record<string, string>;

/**
 * How a field's text is read. `earlier`: the text that it replaces, to list what is new; `later`: the text that replaces it, to
 * list what that changes. With neither, everything is listed. `products`: names of products by id or stored name.
 */
export type Reading = { earlier?: string; later?: string; products: Record<string, string> };

type Item = { id: string };
type ItemOf<Value> = Value extends readonly (infer One extends Item)[] ? One : Item;

/** A field that is a list: how one item and its parts are called in errors, and what the history says of an item. */
export type ListTexts<One extends Item = Item> = {
  item: string;
  parts: Record<string, string>;
  /** `other`: its earlier or later state. Empty texts are left out. */
  describe(item: One, other: One | undefined, reading: Reading): string[];
};

export type SettingsField<Value = unknown> = {
  /** Its name on the screen, in the history and in a conflict; missing: it is not on the form. */
  label?: string;
  /** Reads a posted text as well as a stored value, so that form, start and documents check the same. */
  schema: z.ZodType<Value>;
  /** Its value before anything is saved. */
  initial: NoInfer<Value>;
  /** The same in a demo shop, if it has another. */
  demo?: NoInfer<Value>;
  /** The environment variable that sets it (README). */
  variable?: string;
  /** What may be chosen, and how it is called. */
  choices?: Readonly<Record<string, string>>;
  list?: ListTexts<ItemOf<NoInfer<Value>>>;
  /** Its text in the history and in a conflict, if that is not the one of the form. */
  read?: (text: string, reading: Reading) => string;
};

type SettingsDeclaration<Name extends string, Value extends object> = {
  /** Of its row in the table. */
  name: Name;
  /** The last part of its screen's address. */
  path: string;
  title: string;
  icon: IconName;
  /** What the list of the screens says of it. */
  summary: string;
  fields: { [Field in keyof Value]: SettingsField<Value[Field]> };
  /** Rules between fields. */
  refine?(value: Value, context: z.RefinementCtx): void;
  /** Once an environment variable sets this field, a demo shop has no other value of the demo. */
  demoUnless?: keyof Value & string;
  /** The paths of the stored pictures that a value names, each with its field in errors. */
  pictures?(value: Value): { field: string; path: string }[];
  /** The value in force. `pictures`: the stored ones by path; a named one may be missing (an import without files). */
  inForce?(value: Value, pictures: ReadonlyMap<string, StoredPicture>): Value;
  /** The value that its form starts with, if not the one in force. */
  onForm?(value: Value, shopName: string): Value;
  /** Takes the uploads that a value newly names. */
  claim?(
    tx: Transaction,
    admin: { id: string },
    value: Value,
    before: Value,
  ): Promise<{ value: Value } | { errors: FieldErrors }>;
  /** Refuses texts of a form or of an import. `pictures`: as in `inForce`. */
  faults?(value: Value, pictures: ReadonlyMap<string, StoredPicture>): FieldErrors;
  /** Refuses a form for reasons that stored values may have: they stay readable. */
  check?(now: CheckedForm<Value>): FieldErrors | Promise<FieldErrors>;
  /** The names of the products that drafts name, by id or stored name, for the history and conflicts. */
  productNames?(db: Queryable, drafts: readonly Draft[]): Promise<Record<string, string>>;
};

/** `before`: what is stored, or delivered; `fixed`: what environment variables set. */
export type CheckedForm<Value> = {
  tx: Transaction;
  value: Value;
  before: Value;
  fixed: Partial<Value>;
  isDemo: boolean;
};

/** A group of settings: its declaration, its fields' schemas as one, and what is delivered. */
export type SettingsGroup<
  Value extends object = Record<string, unknown>,
  Name extends string = string,
> = SettingsDeclaration<Name, Value> & {
  schema: z.ZodType<Value>;
  defaults: { demo: Value; real: Value };
};

export type ValueOf<Group extends { schema: z.ZodType }> = z.output<Group["schema"]>;

/** Declares a group of settings, in the room that it belongs to; app/all-settings/all-groups.server.ts lists them. */
export function defineSettings<const Name extends string, Value extends object>(
  group: SettingsDeclaration<Name, Value>,
): SettingsGroup<Value, Name> {
  const fields = Object.entries<SettingsField>(group.fields);
  const schema = z.object(Object.fromEntries(fields.map(([name, one]) => [name, one.schema])));
  const valueOf = (part: (field: SettingsField) => unknown) =>
    Object.fromEntries(fields.map(([name, one]) => [name, part(one)])) as Value;
  return {
    ...group,
    schema: schema.superRefine((value, context) =>
      group.refine?.(value as Value, context),
    ) as unknown as z.ZodType<Value>,
    defaults: {
      demo: valueOf(({ initial, demo = initial }) => demo),
      real: valueOf(({ initial }) => initial),
    },
  };
}
