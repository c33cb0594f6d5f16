import { AUTHORITY_NAMES } from "#app/safety/notified-schema.ts";
import { parisDay } from "#app/ui/french-date.ts";
import type { Browser } from "./browser.ts";

export type TypedLot = { lot: string; date?: string; quantity?: string };

/** The fields of the lots form of an order with one line. */
export function lotFields(lots: readonly TypedLot[], position = 0): Record<string, string> {
  return Object.fromEntries(
    lots.flatMap(({ lot, date = "", quantity = "" }, part) => [
      [`lot-${position}-${part}`, lot],
      [`date-${position}-${part}`, date],
      [`quantity-${position}-${part}`, quantity],
    ]),
  );
}

/** The hidden version of the lots that the form shows. */
export async function seenLots(admin: Browser, orderId: string): Promise<string> {
  const page = await admin.read(`/admin/commandes/${orderId}/lots`);
  const [, seen = ""] = /name="seen" value="([^"]*)"/.exec(page) ?? [];
  return seen.replaceAll("&#x27;", "'").replaceAll("&amp;", "&").replaceAll("&lt;", "<");
}

/** Records the lots of an order by the form, as an administrator who has just opened it. */
export async function recordByForm(
  admin: Browser,
  orderId: string,
  fields: Record<string, string>,
): Promise<Response> {
  const seen = await seenLots(admin, orderId);
  return admin.post(`/admin/commandes/${orderId}/lots`, { seen, ...fields });
}

export const NOTICE = {
  description: "Crème au lin, pot de 50 ml.",
  danger: "Brûlures de la peau.",
  action: "Cessez de l’utiliser.",
  remedy: "Remboursement ou échange.",
  contact: "bonjour@exemple.fr",
};

/** Publishes a recall by the form; returns its id, or null when nothing was published. */
export async function publishByForm(
  admin: Browser,
  scope: Record<string, string>,
  notice: Record<string, string> = NOTICE,
): Promise<string | null> {
  const address = `/admin/rappels/nouveau?${new URLSearchParams(scope)}`;
  const answer = await admin.post(address, { ...notice, confirmed: "1" });
  return (
    /\/admin\/rappels\/([0-9A-Z]{26})$/.exec(answer.headers.get("location") ?? "")?.[1] ?? null
  );
}

/** Notes by the form that both authorities were told of a recall today; it may then be closed. */
export async function notifyByForm(admin: Browser, recallId: string): Promise<void> {
  for (const authority of AUTHORITY_NAMES)
    await admin.post(`/admin/rappels/${recallId}`, {
      intent: "notify",
      authority,
      day: parisDay(new Date()),
    });
}
