import { expect, test } from "vitest";
import { outdatedPostgres } from "./postgres-version.server.ts";
import type { Sql } from "./postgres.server.ts";

/** A connection whose server reports this version. */
const server = (number: string) => (() => Promise.resolve([{ number }])) as unknown as Sql;
const embedded = { databaseUrl: undefined, isPublic: true };

test.each([
  ["180004", "18.4"],
  ["180005", "18.5"],
  ["180006", null],
  ["180010", null],
  ["190000", null],
])(
  "an embedded server with version %s of a public shop gives the outdated version %s",
  async (number, warning) => {
    expect(await outdatedPostgres(server(number), embedded)).toBe(warning);
  },
);

test("no warning for a shop on loopback or with an external PostgreSQL", async () => {
  expect(await outdatedPostgres(server("180004"), { ...embedded, isPublic: false })).toBeNull();
  const url = "postgres://elsewhere/eclat";
  expect(await outdatedPostgres(server("180004"), { ...embedded, databaseUrl: url })).toBeNull();
});
