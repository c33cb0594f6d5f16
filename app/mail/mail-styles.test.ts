import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colours } from "./mail-styles.ts";

const sheet = readFileSync(new URL("../ui/tokens.css", import.meta.url), "utf8");

test.each(Object.entries(colours))("the mails' %s is the shop's", (name, value) => {
  expect(sheet).toContain(`--${name}: ${value};`);
});
