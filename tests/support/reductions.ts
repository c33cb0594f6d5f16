import type { OrderReduction } from "#app/reductions/reduction-schema.ts";

/** A reduction of the settings: 10 % for everybody, unlimited and without a code, unless changed. */
export const sampleReduction = (change: Partial<OrderReduction> = {}): OrderReduction => ({
  id: crypto.randomUUID(),
  isActive: true,
  name: "Bienvenue",
  code: "",
  kind: "percent",
  value: "10",
  minimum: "",
  only: "",
  from: "",
  until: "",
  most: "",
  mostEach: "",
  isAnnounced: false,
  ...change,
});
