import { z } from "zod";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { IconName } from "#app/ui/icon.tsx";
import type { StoredPicture } from "#app/ui/picture.tsx";

/** The texts of a group's form, by field name. */
export type Draft = Record<string, string>;
/** French messages by field name; a list item's field is « slides.0.title ». */
export type FieldErrors = Record<string, string>;

/**
 * What a field's text is compared with when it is described. `earlier`: the text that it replaces (lists what is new); `later`: the
 * text that replaces it (lists what is lost). With neither, everything is listed. `products`: product names by id or stored name.
 */
export type Reading = { earlier?: string; later?: string; products: Record<string, string> };

type Item = { id: string };
type ItemOf<Value> = Value extends readonly (infer One extends Item)[] ? One : Item;

/** Texts about a list field: what an item and its fields are called in errors, and how the history describes an item. */
export type ListTexts<One extends Item = Item> = {
  item: string;
  parts: Record<string, string>;
  /** Describes an item, or its differences from `other`, its earlier or later state. Empty texts are dropped. */
  describe(item: One, other: One | undefined, reading: Reading): string[];
};

export type SettingsField<Value = unknown> = {
  /** The label in the form, the history and a conflict. Missing: the field is not in the form. */
  label?: string;
  /** Parses a posted text as well as a stored value, so that form, process start and document import validate alike. */
  schema: z.ZodType<Value>;
  /** The value before anything is saved. */
  initial: NoInfer<Value>;
  /** The initial value in a demo shop, if it differs. */
  demo?: NoInfer<Value>;
  /** The name of the environment variable that sets the field (README). */
  variable?: string;
  /** The choices with their labels. */
  choices?: Readonly<Record<string, string>>;
  list?: ListTexts<ItemOf<NoInfer<Value>>>;
  /** Converts the form's text to that of the history and of a conflict, if they differ. */
  read?: (text: string, reading: Reading) => string;
};

type SettingsDeclaration<Name extends string, Value extends object> = {
  /** The group's name, the primary key of its row. */
  name: Name;
  /** The last segment of the screen's URL. */
  path: string;
  title: string;
  icon: IconName;
  /** The description in the list of all groups. */
  summary: string;
  fields: { [Field in keyof Value]: SettingsField<Value[Field]> };
  /** Validates fields against each other (Zod's superRefine), wherever a value comes from: a stored value that fails is unreadable. */
  refine?(value: Value, context: z.RefinementCtx): void;
  /** If an environment variable sets this field, a demo shop has none of the group's demo values. */
  demoUnless?: keyof Value & string;
  /** The paths of the stored pictures that a value names, each with the field that errors about it name. */
  pictures?(value: Value): { field: string; path: string }[];
  /** The value that pages use. `pictures`: the stored pictures by path; a named one may be missing after an import without files. */
  inForce?(value: Value, pictures: ReadonlyMap<string, StoredPicture>): Value;
  /** The value that the form starts with, if it differs from `inForce`. */
  onForm?(value: Value, shopName: string): Value;
  /** Claims the uploads that a value newly names. */
  claim?(
    tx: Transaction,
    admin: { id: string },
    value: Value,
    before: Value,
  ): Promise<{ value: Value } | { errors: FieldErrors }>;
  /** Errors that need the stored pictures, of a value from a form or an import. `pictures`: as in `inForce`. */
  faults?(value: Value, pictures: ReadonlyMap<string, StoredPicture>): FieldErrors;
  /** Errors of a form only, with access to the database: a stored or imported value may break these rules. */
  check?(now: CheckedForm<Value>): FieldErrors | Promise<FieldErrors>;
  /** The names of the products that drafts refer to, by id or stored name, for the history and conflicts. */
  productNames?(db: Queryable, drafts: readonly Draft[]): Promise<Record<string, string>>;
};

/** A valid form before it is saved. `before`: the stored value, or the initial one; `fixed`: what environment variables set. */
export type CheckedForm<Value> = {
  tx: Transaction;
  value: Value;
  before: Value;
  fixed: Partial<Value>;
  isDemo: boolean;
};

/** A group of settings: its declaration, one schema over all fields, and its initial values. */
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
