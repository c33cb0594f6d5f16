import { vatContradiction } from "./company-number-schema.ts";
import type { Settings } from "./groups.ts";
import type { SettingsCheck } from "./save-settings.server.ts";

/**
 * Refuses a SIREN and a French VAT number of two companies. `fixed`: the fields that environment variables set; the error is
 * beside a field that isn't. Not a rule of the schema: it would drop a stored group that a variable contradicts.
 */
export const checkLegal =
  (fixed: Partial<Settings["legal"]> = {}): SettingsCheck<"legal"> =>
  (_tx, stored) => {
    const { siren, vatNumber } = { ...stored, ...fixed };
    const fault = vatContradiction(siren, vatNumber);
    const field = (["vatNumber", "siren"] as const).find((name) => fixed[name] === undefined);
    return Promise.resolve(fault && field ? { [field]: fault } : {});
  };
