import { expect, test } from "vitest";
import { orderForm } from "./order-form-schema.ts";

test("an address that is too long is refused for its length, without further checks", () => {
  const { error } = orderForm.shape.address.safeParse("a".repeat(501));
  expect(error?.issues.map(({ message }) => message)).toEqual(["500 caractères au plus."]);
});

test.each([
  "{",
  "{}",
  "1",
  "[[]]",
  "[null]",
  "[{}]",
  '[{"id":1,"qty":1}]',
  '[{"id":"a b","qty":1}]',
])("a malformed cart is refused with a French message: %s", (items) => {
  const { error } = orderForm.shape.items.safeParse(items);
  for (const { message } of error!.issues)
    expect(message).toMatch(/^(Votre panier n’a pas pu être lu|La quantité doit être)/);
});

test("blank lines of an address are removed, and more than 10 lines are refused", () => {
  const { address, name } = orderForm.shape;
  expect(address.parse("1 rue X  \r\n\n \t\n69001 Lyon")).toBe("1 rue X\n69001 Lyon");
  const { error } = address.safeParse(`${"a\n".repeat(10)}69001 Lyon`);
  expect(error?.issues[0]?.message).toBe("Une adresse tient sur 10 lignes au plus.");
  expect(name.parse(" Anne\r\n\n Martin ")).toBe("Anne Martin");
});
