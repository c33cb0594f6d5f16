import { expect, it } from "vitest";
import { PHONE } from "./phone-schema.ts";

it.each(["06 12 34 56 78", "+33 (0)6-12.34.56.78", "0612345678"])("takes %s", (phone) => {
  expect(phone).toMatch(PHONE);
});

it.each(["appelez-moi", "12345", "06 12 34 56 78 le soir", "06+12345678"])(
  "refuses %s",
  (phone) => {
    expect(phone).not.toMatch(PHONE);
  },
);

it("is a pattern that a browser reads, not one it silently leaves out", () => {
  expect(() => new RegExp(PHONE.source, "v")).not.toThrow();
});
