import { expect, test } from "vitest";
import { orderForm } from "./order-form-schema.ts";

test("an address that is too long is refused for its length alone, and never searched for a town", () => {
  const { error } = orderForm.shape.address.safeParse("a".repeat(501));
  expect(error?.issues.map(({ message }) => message)).toEqual(["500 caractères au plus."]);
});
