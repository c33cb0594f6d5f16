import { and, eq, gt, sql } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import { lockSubmission, RETRY_WINDOW_START } from "#app/platform/sent-again.server.ts";
import type { Services } from "#app/request-context.ts";
import { effectReports } from "#db/schema/index.ts";
import type { EffectForm } from "./effect-schema.ts";
import { recallableName } from "./recalls.server.ts";

type EffectReported = "sent" | "too-many" | "no-product";

/**
 * Stores a report of an undesirable effect, sends the administrators a message without its health data, and mails a receipt if an address
 * is given. Receipts are rate-limited per caller and address. The same fields within 10 minutes are a retry; a changed field is a
 * correction, stored as a new report. « too-many »: rate limit; « no-product »: the report names no product.
 */
export async function reportEffect(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  { address }: Pick<Caller, "address">,
  { product, ...form }: EffectForm,
): Promise<EffectReported> {
  const known = form.productId === "" ? null : await recallableName(db, form.productId);
  const productName = known ?? product;
  const productId = known === null ? "" : form.productId;
  const occurredOn = form.occurredOn || null;
  if (productName === "") return "no-product";
  if (!(await limits.allow("effect", { address }))) return "too-many";
  const to = form.email.toLowerCase();
  const hasReceipt = to !== "" && (await limits.allow("effect-receipt", { address, mailbox: to }));
  return db.transaction<EffectReported>(async (tx) => {
    await lockSubmission(tx, "effect", productName, to, form.description);
    const [sent] = await tx
      .select({ id: effectReports.id })
      .from(effectReports)
      .where(
        and(
          gt(effectReports.createdAt, RETRY_WINDOW_START),
          eq(effectReports.productId, productId),
          eq(effectReports.productName, productName),
          eq(effectReports.description, form.description),
          eq(effectReports.seriousness, form.seriousness),
          eq(effectReports.lot, form.lot),
          sql`${effectReports.occurredOn} IS NOT DISTINCT FROM ${occurredOn}::date`,
          eq(effectReports.name, form.name),
          eq(effectReports.phone, form.phone),
          sql`lower(${effectReports.email}) = ${to}`,
        ),
      )
      .limit(1);
    if (sent) return "sent";
    const id = newId();
    await tx.insert(effectReports).values({
      ...form,
      id,
      productId,
      productName,
      occurredOn,
    });
    await addMessage(tx, {
      title: form.seriousness === "none" ? "Effet indésirable signalé" : "Effet indésirable grave",
      message:
        "Un effet indésirable est signalé\u00a0: lisez-le dans «\u00a0Effets indésirables\u00a0». Un effet grave se déclare à l’Anses sans délai, au plus tard sous 20 jours.",
      email: "",
      name: "",
      phoneNumber: "",
    });
    if (hasReceipt)
      await queueMail(tx, jobs, {
        to: form.email,
        template: "effect-receipt",
        // A typed name may be anything: only names of the shop's own products are mailed.
        props: { productName: known === null ? null : displayName(known) },
        key: `effect-receipt-${id.toLowerCase()}`,
      });
    return "sent";
  });
}
