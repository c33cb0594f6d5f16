import { expect, test } from "vitest";
import { CURRENT_TERMS } from "#app/orders/order-schema.ts";
import { TERMS_UPDATED_ON } from "./terms-content.tsx";

test("the shown terms have the version that orders store", () => {
  expect(TERMS_UPDATED_ON).toBe(CURRENT_TERMS);
});
