import { frenchLongDay } from "#app/ui/french-day.ts";
import { AUTHORITIES, AUTHORITY_NAMES, type Notified, type Told } from "./notified-schema.ts";

/** What a recall's page and the history say; null: nothing is noted. */
export function toldText(told: Told | undefined): string | null {
  if (!told) return null;
  return "on" in told ? `Déclaré le ${frenchLongDay(told.on)}` : `Sans objet\u00a0: ${told.reason}`;
}

/** Why a recall can't be closed yet, in French; null if it can. */
export function missingText(notified: Notified): string | null {
  const missing = AUTHORITY_NAMES.filter((name) => !notified[name]).map(
    (name) => AUTHORITIES[name].to,
  );
  return missing.length > 0
    ? `Ce rappel ne peut pas encore être clos\u00a0: notez d’abord sa déclaration ${missing.join(" et ")}.`
    : null;
}
