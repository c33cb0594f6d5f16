import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colours } from "./mail-styles.ts";

const sheet = readFileSync(new URL("../ui/tokens.css", import.meta.url), "utf8");

test.each(Object.entries(colours))("the colour %s is the one of ui/tokens.css", (name, value) => {
  expect(sheet).toContain(`--${name}: ${value};`);
});
