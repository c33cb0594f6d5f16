import { premiumRateFault } from "./premium-rate.ts";
import type { SettingsCheck } from "./save-settings.server.ts";

/** Refuses a premium-rate number. Not a rule of the schema: it would drop the stored contact of a shop that has such a number. */
export const checkContact: SettingsCheck<"contact"> = (_tx, { phone }) => {
  const fault = premiumRateFault(phone);
  return Promise.resolve<Record<string, string>>(fault ? { phone: fault } : {});
};
