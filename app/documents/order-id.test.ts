import { expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { orderIdFor } from "./order-id.server.ts";

const createdAt = new Date("2024-02-19T10:00:00Z");

test("an order's new id keeps the delivery number of a hosted database's id, and sorts by date", () => {
  const id = orderIdFor("Ab3dEf7hIjKlMnOpQrSt", createdAt);
  expect(id).toHaveLength(26);
  expect(deliveryNumber(id)).toBe("000000KLMNOPQRST");
  expect(orderIdFor("Ab3dEf7hIjKlMnOpQrSt", createdAt)).toBe(id);
  expect(orderIdFor("zzzzzzzzzzKlMnOpQrSu", new Date("2024-02-20T10:00:00Z")) > id).toBe(true);
});

test("an order of this shop keeps its id", () => {
  expect(orderIdFor("01K8ABCDEF3WPW70CHXNGD8NCM", createdAt)).toBe("01K8ABCDEF3WPW70CHXNGD8NCM");
});

test("an id that is too short for a delivery number gets a new, distinct number", () => {
  const short = orderIdFor("commande-7", createdAt);
  expect(short).toMatch(/^[0-9A-Z]{26}$/);
  expect(orderIdFor("commande-8", createdAt)).not.toBe(short);
});
