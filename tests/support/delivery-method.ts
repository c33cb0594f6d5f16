import type { DeliveryMethod } from "#app/delivery/delivery-schema.ts";

/** A delivery method of the settings: to a point de relais in metropolitan France for 4,90 €, unless changed. */
export const deliveryMethod = (change: Partial<DeliveryMethod> = {}): DeliveryMethod => ({
  id: "relais",
  isActive: true,
  name: "Relais Express",
  kind: "Point de relais",
  zones: "Métropole",
  basis: "total",
  steps: "4,90",
  freeFrom: "",
  minDays: "",
  maxDays: "",
  lessImpact: "",
  ...change,
});
