import type { Draft, SettingsGroup } from "./settings-group.ts";

/** A value as the text of a form field: a list of texts as lines, a boolean as « on » or empty, objects as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "on" : "";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.join("\n");
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** The names of a group's fields on the screen, in the history and in a conflict. */
export const namesOf = ({ fields }: Pick<SettingsGroup, "fields">): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { label }]) => (label ? [[name, label]] : [])),
  );

/** A group's value as the texts of its form. */
export const draftOf = (group: Pick<SettingsGroup, "fields">, value: object): Draft =>
  Object.fromEntries(
    Object.keys(namesOf(group)).map((name) => [name, textOf(value[name as keyof typeof value])]),
  );

/** The values of a group's fields that environment variables set; they take precedence over the stored ones. */
export const fixedFields = (
  { name }: Pick<SettingsGroup, "name">,
  config: { fixed: Partial<Record<string, Record<string, unknown>>> },
): Record<string, unknown> => config.fixed[name] ?? {};
