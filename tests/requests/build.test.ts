import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const files = readdirSync("build/client", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, text: readFileSync(join("build/client", name), "utf8") }));

test("the client build contains no server code", () => {
  expect(files.length).toBeGreaterThan(10);
  // Words that occur only in the server's code or in a library that only the server uses.
  const secrets = [
    "drizzle",
    "pg_notify",
    "better-auth",
    "SESSION_SECRET",
    "PAYPAL_CLIENT_SECRET",
    "FOR UPDATE",
    "nodemailer",
    "requestContext",
  ];
  for (const { name, text } of files) {
    for (const secret of secrets) expect(text.includes(secret), `${secret} in ${name}`).toBe(false);
  }
});

test("the client build contains no source map", () => {
  expect(
    readdirSync("build/client", { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".map"),
    ),
  ).toEqual([]);
});
