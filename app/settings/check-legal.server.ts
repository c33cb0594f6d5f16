import { sql } from "drizzle-orm";
import type { Config } from "#app/platform/config.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { vatContradiction } from "./company-number-schema.ts";
import { namesMediator } from "./legal-schema.ts";
import type { SettingsCheck } from "./save-settings.server.ts";

const MEDIATOR_NEEDED =
  "La boutique est ouverte\u00a0: elle doit nommer un médiateur de la consommation et son site (code de la consommation, L616-1). Gardez le vôtre, ou donnez-en un autre.";

/**
 * Refuses a SIREN and a French VAT number of two companies, and to take the mediator from a shop that is open (the opening list
 * asks for one). A field that an environment variable fixes has its value; the error is beside one that isn't fixed. Not rules of
 * the schema: it would drop a stored group that a variable contradicts.
 */
export const checkLegal =
  ({
    demo,
    fixed: { legal: fixed = {} },
  }: Pick<Config, "demo" | "fixed">): SettingsCheck<"legal"> =>
  async (tx, stored, before) => {
    const legal = { ...stored, ...fixed };
    const fault = vatContradiction(legal.siren, legal.vatNumber);
    const field = (["vatNumber", "siren"] as const).find((name) => fixed[name] === undefined);
    const losesMediator =
      !demo &&
      namesMediator({ ...before, ...fixed }) &&
      !namesMediator(legal) &&
      (await isOpen(tx));
    return {
      ...(fault && field && { [field]: fault }),
      ...(losesMediator && {
        [legal.mediator === "" ? "mediator" : "mediatorUrl"]: MEDIATOR_NEEDED,
      }),
    };
  };

/** An opening that is under way holds the group's row (opening/opening.server.ts): its commit is seen here. */
async function isOpen(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT FROM shop_state WHERE is_open`);
  return rows.length > 0;
}
