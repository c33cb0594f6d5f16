import type { Services } from "#app/platform/request-context.ts";

/** What moves money. */
export type PaymentServices = Pick<Services, "db" | "jobs" | "paypal" | "config" | "log">;
