import type { Admin } from "#app/accounts/as-admin.server.ts";
import { claimPicture } from "#app/media/uploads.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { GroupName, Settings } from "./groups.ts";

type Claimed<Value> = { value: Value } | { errors: Record<string, string> };

const LOGO_GONE = "Ce logo n’est plus là. Envoyez-le de nouveau.";
const NOTICE_GONE = "Cet avis n’est plus là. Envoyez-le de nouveau.";

/**
 * Takes the uploaded logo or official notice that a group's form names: it must be this administrator's own, and not yet taken.
 * The former one stays stored until the sweep (media/sweep.server.ts), since open pages still show it.
 */
export async function claimDrawings(
  tx: Transaction,
  admin: Admin,
  group: GroupName,
  value: Settings[GroupName],
  before: Record<string, unknown>,
): Promise<Claimed<Settings[GroupName]>> {
  if (group === "appearance")
    return claimLogo(tx, admin, value as Settings["appearance"], before as Settings["appearance"]);
  if (group === "legal") {
    const { guaranteeNotice: path } = value as Settings["legal"];
    const isNew = path !== "" && path !== before["guaranteeNotice"];
    if (isNew && !(await claimPicture(tx, admin, { path, kind: "notice" })))
      return { errors: { guaranteeNotice: NOTICE_GONE } };
  }
  return { value };
}

async function claimLogo(
  tx: Transaction,
  admin: Admin,
  value: Settings["appearance"],
  before: Settings["appearance"],
): Promise<Claimed<Settings["appearance"]>> {
  if (value.logo === "") return { value: { ...value, logoWidth: 0, logoHeight: 0 } };
  if (value.logo === before.logo)
    return {
      value: { ...value, logoWidth: before.logoWidth, logoHeight: before.logoHeight },
    };
  const size = await claimPicture(tx, admin, { path: value.logo, kind: "logo" });
  if (!size) return { errors: { logo: LOGO_GONE } };
  return { value: { ...value, logoWidth: size.width, logoHeight: size.height } };
}
