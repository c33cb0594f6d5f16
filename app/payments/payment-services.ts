import type { Services } from "#app/request-context.ts";

/** The services that payment functions need. */
export type PaymentServices = Pick<
  Services,
  "db" | "jobs" | "paypal" | "config" | "settings" | "log"
>;
