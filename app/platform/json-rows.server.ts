import { Column, is, sql, type AnyColumn, type GetColumnData, type SQL } from "drizzle-orm";
import { sqlLiteral } from "./db.server.ts";

type Field = AnyColumn | SQL;
type ValueOf<F> = F extends AnyColumn ? GetColumnData<F> : F extends SQL<infer T> ? T : never;
export type JsonRow<Fields> = { [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** How the JSON value of an expression is converted; without an entry it stays unchanged. */
const readers = new WeakMap<SQL, (stored: never) => unknown>();

/** Reads the JSON of a column or expression like Drizzle reads the column itself: a moment is a `Date`. Null stays null. */
export function readJson<F extends Field>(field: F, stored: unknown): ValueOf<F> {
  if (stored === null) return null as ValueOf<F>;
  if (is(field, Column)) return field.mapFromDriverValue(stored) as ValueOf<F>;
  return (readers.get(field as SQL)?.(stored as never) ?? stored) as ValueOf<F>;
}

function readWith<T>(json: SQL, reader: (stored: never) => T): SQL<T> {
  const typed = sql`${json}`.mapWith(reader) as SQL<T>;
  readers.set(typed, reader);
  return typed;
}

/** SQL: a timestamp in a JSON row, read as a `Date`. */
export const jsonMoment = (moment: SQL): SQL<Date> =>
  readWith(moment, (text: string) => new Date(text));

/** SQL: one row as a JSON object, typed and read by its fields: columns or expressions, by name. */
export function jsonRow<Fields extends Record<string, Field>>(
  fields: Fields,
): SQL<JsonRow<Fields>> {
  const pairs = Object.entries(fields).map(([name, field]) => sql`${sqlLiteral(name)}, ${field}`);
  return readWith(
    sql`json_build_object(${sql.join(pairs, sql`, `)})`,
    (stored: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, readJson(field, stored[name])]),
      ) as JsonRow<Fields>,
  );
}

/** SQL: the rows of a subquery as a JSON list. `from`: all that follows FROM, without an order. */
export const jsonRows = <Row>(row: SQL<Row>, from: SQL, orderBy: SQL): SQL<Row[]> =>
  readWith(
    sql`(SELECT coalesce(json_agg(${row} ORDER BY ${orderBy}), '[]') FROM ${from})`,
    (stored: unknown[]) => stored.map((one) => readJson(row, one) as Row),
  );

/** SQL: the only row of a subquery as JSON; null if there is none. */
export const jsonRowOf = <Row>(row: SQL<Row>, from: SQL): SQL<Row | null> =>
  readWith(sql`(SELECT ${row} FROM ${from})`, (stored: unknown) => readJson(row, stored) as Row);
