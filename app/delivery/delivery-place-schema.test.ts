import { expect, test } from "vitest";
import { deliveryPlace } from "./delivery-place-schema.ts";

test("the postal code of a delivery is that of its field, otherwise that of the address", () => {
  const address = "3 rue Labat\n97110 Pointe-à-Pitre";
  expect(deliveryPlace({ country: "FR", address })).toEqual({ country: "FR", postalCode: "97110" });
  expect(deliveryPlace({ address, postalCode: "20 090" }).postalCode).toBe("20090");
  expect(deliveryPlace({ address, postalCode: " " }).postalCode).toBe("97110");
  expect(deliveryPlace({ country: "BE", address: "Rue Neuve 1" })).toEqual({
    country: "BE",
    postalCode: null,
  });
});
