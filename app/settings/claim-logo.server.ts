import type { Viewer } from "#app/accounts/session.server.ts";
import { claimPicture } from "#app/media/uploads.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Settings } from "./groups.ts";

type Appearance = Settings["appearance"];
type Claimed = { value: Appearance } | { errors: Record<string, string> };

const GONE = "Ce logo n’est plus là. Envoyez-le de nouveau.";

/**
 * Takes the uploaded picture that a form names as its logo, with its size: it must be this administrator's own, and not yet
 * taken. The former logo stays stored until the sweep (media/sweep.server.ts), since open pages still show it.
 */
export async function claimLogo(
  tx: Transaction,
  admin: Viewer,
  value: Appearance,
  before: Appearance,
): Promise<Claimed> {
  if (value.logo === "") return { value: { ...value, logoWidth: 0, logoHeight: 0 } };
  if (value.logo === before.logo)
    return {
      value: { ...value, logoWidth: before.logoWidth, logoHeight: before.logoHeight },
    };
  const size = await claimPicture(tx, admin, { path: value.logo, kind: "logo" });
  if (!size) return { errors: { logo: GONE } };
  return { value: { ...value, logoWidth: size.width, logoHeight: size.height } };
}
