import { expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { orderIdFor } from "./order-id.server.ts";

const createdAt = new Date("2024-02-19T10:00:00Z");

test("an order of a hosted database keeps its delivery number, and is sorted by its date", () => {
  const id = orderIdFor("Ab3dEf7hIjKlMnOpQrSt", createdAt);
  expect(id).toHaveLength(26);
  expect(deliveryNumber(id)).toBe("000000KLMNOPQRST");
  expect(orderIdFor("Ab3dEf7hIjKlMnOpQrSt", createdAt)).toBe(id);
  expect(orderIdFor("zzzzzzzzzzKlMnOpQrSu", new Date("2024-02-20T10:00:00Z")) > id).toBe(true);
});

test("an order of this shop keeps its id", () => {
  expect(orderIdFor("01K8ABCDEF3WPW70CHXNGD8NCM", createdAt)).toBe("01K8ABCDEF3WPW70CHXNGD8NCM");
});

test("an id without a usable number gets one of its own", () => {
  const short = orderIdFor("commande-7", createdAt);
  expect(short).toMatch(/^[0-9A-Z]{26}$/);
  expect(orderIdFor("commande-8", createdAt)).not.toBe(short);
});
