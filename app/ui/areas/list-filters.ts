/** Names and values of URL parameters, in order. */
export type ListFields = [name: string, value: string][];

/** A part of a list's query (`listAddress`). */
export type Filter<Value> = {
  /** The value in the URL; the default if it is missing or invalid. */
  parse(search: URLSearchParams): Value;
  /** The URL parameters of a value; none of the default. */
  fields(value: Value): ListFields;
  /** Whether the filter concerns paging, not which rows the list contains. */
  isOfPages?: boolean;
};

/** A filter with few values, shown by `FilterLinks` or `FilterSelect`. `text`: the value in the URL, empty for the default. */
export type Choice<Value> = Filter<Value> & {
  name: string;
  /** Its accessible name: « État de livraison ». */
  label: string;
  options: readonly { value: Value; text: string; label: string }[];
};

/** @param options the first is the default */
export function choiceOf<const Value>(
  name: string,
  label: string,
  options: readonly { value: Value; text: string; label: string }[],
): Choice<Value> {
  const [first, ...others] = options;
  return {
    name,
    label,
    options: [{ ...first!, text: "" }, ...others],
    parse: (search) => (others.find(({ text }) => text === search.get(name)) ?? first!).value,
    fields: (value) => textField(name, others.find((option) => option.value === value)?.text),
  };
}

/** A choice between the keys of `labels`, as they are in the URL; the first is the default. */
export const choice = <const Value extends string>(
  name: string,
  label: string,
  labels: Readonly<Record<Value, string>>,
): Choice<Value> =>
  choiceOf(
    name,
    label,
    Object.entries<string>(labels).map(([value, text]) => ({
      value: value as Value,
      text: value,
      label: text,
    })),
  );

const SEARCH_LENGTH = 100;

/** The search text (`recherche`): without null characters, trimmed, at most SEARCH_LENGTH characters; empty if missing. */
export const SEARCH: Filter<string> = {
  // PostgreSQL refuses the null character.
  parse: (search) =>
    (search.get("recherche") ?? "").replaceAll("\0", "").trim().slice(0, SEARCH_LENGTH),
  fields: (text) => textField("recherche", text),
};

/** The parameter of a text; none of an empty one. */
export const textField = (name: string, text: string | null | undefined): ListFields =>
  text ? [[name, text]] : [];

/** Days « 2026-11-23 » (Paris), inclusive; null: no limit. */
export type Period = { from: string | null; until: string | null };

/** The period in the URL (`du`, `au`); its days are swapped if it is reversed. */
export function parsePeriod(search: URLSearchParams): Period {
  const [from, until] = [dayOf(search.get("du")), dayOf(search.get("au"))];
  return from !== null && until !== null && from > until
    ? { from: until, until: from }
    : { from, until };
}

/** A valid date from the year 1000 on; null for any other text. */
function dayOf(text: string | null): string | null {
  if (text === null || !/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}

/** The filters of a period. */
export const PERIOD = {
  from: {
    parse: (search) => parsePeriod(search).from,
    fields: (day) => textField("du", day),
  },
  until: {
    parse: (search) => parsePeriod(search).until,
    fields: (day) => textField("au", day),
  },
} satisfies Record<keyof Period, Filter<string | null>>;
