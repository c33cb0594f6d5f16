import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const files = readdirSync("build/client", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, text: readFileSync(join("build/client", name), "utf8") }));

test("no server code reaches the browser", () => {
  expect(files.length).toBeGreaterThan(10);
  // Words that only the server's own code, or a library that only it uses, would bring.
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

test("no source map is public", () => {
  expect(
    readdirSync("build/client", { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".map"),
    ),
  ).toEqual([]);
});
