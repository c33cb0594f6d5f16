import { expect } from "vitest";
import type { DeliveryMethod } from "#app/delivery/delivery-schema.ts";
import type { Browser } from "./browser.ts";
import type { openShop } from "./shop.ts";

/** Saves the form of the delivery methods as an administrator. */
export const postMethods = (
  shop: Awaited<ReturnType<typeof openShop>>,
  admin: Browser,
  list: readonly unknown[],
): Promise<Response> =>
  admin.post("/admin/reglages/livraison", {
    list: JSON.stringify(list),
    version: String(shop.settings.current().versions.delivery),
  });

/** Sets the delivery methods; none: those of the specification. */
export async function setMethods(
  shop: Awaited<ReturnType<typeof openShop>>,
  admin: Browser,
  ...list: readonly DeliveryMethod[]
): Promise<void> {
  expect((await postMethods(shop, admin, list)).status).toBe(200);
}
