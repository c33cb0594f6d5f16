import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import { PRODUCT_ID } from "#app/catalogue/product-schema.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { lockSubmission, RETRY_WINDOW_START } from "#app/platform/sent-again.server.ts";
import type { Services } from "#app/request-context.ts";
import { comments, products, profiles, reviewReports } from "#db/schema/index.ts";
import { REPORT_REASONS } from "./report-reason-schema.ts";
import type { ReportForm } from "./report-schema.ts";

/** A published review, as the page « Signaler cet avis » shows it. `name`: null once the author's account is deleted. */
export type ReportedReview = {
  id: string;
  productId: string;
  productName: string;
  name: string | null;
  rate: number;
  text: string;
};

/** The published review with this id; null if it doesn't exist or is hidden. */
export async function readReview(db: Queryable, id: string): Promise<ReportedReview | null> {
  // Ids of products and comments have the same form.
  if (!PRODUCT_ID.test(id)) return null;
  const [review] = await db
    .select({
      id: comments.id,
      productId: comments.productId,
      productName: products.name,
      name: profiles.name,
      rate: comments.rate,
      text: comments.text,
    })
    .from(comments)
    .innerJoin(products, eq(products.id, comments.productId))
    .leftJoin(profiles, eq(profiles.userId, comments.authorId))
    .where(and(eq(comments.id, id), isNull(comments.hiddenAt)));
  return review ?? null;
}

/**
 * Stores a report with a message for the administrators, and mails a receipt (regulation 2022/2065, art. 16 (4)). Receipts are
 * limited per caller and per address; past that the report is stored without one. An equal report within 10 minutes counts as a
 * retry: « sent ». Reports without an address get neither receipt nor decision. « gone »: the review was removed or hidden meanwhile;
 * « too-many »: the caller exceeded the limit.
 */
export async function reportReview(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  caller: Caller,
  { commentId, reason, explanation, name, email }: ReportForm & { commentId: string },
): Promise<"sent" | "gone" | "too-many"> {
  const { address } = caller;
  if (!(await limits.allow("report", { address }))) return "too-many";
  const sendsReceipt =
    email !== "" && (await limits.allow("report-receipt", { address, mailbox: email }));
  return db.transaction(async (tx) => {
    await lockSubmission(tx, "report", commentId, email);
    // FOR SHARE: a concurrent decision or removal waits, then sees this report.
    const [review] = await tx
      .select({ productId: comments.productId })
      .from(comments)
      .where(and(eq(comments.id, commentId), isNull(comments.hiddenAt)))
      .for("share");
    if (!review) return "gone";
    const [sent] = await tx
      .select({ id: reviewReports.id })
      .from(reviewReports)
      .where(
        and(
          gt(reviewReports.createdAt, RETRY_WINDOW_START),
          eq(reviewReports.commentId, commentId),
          sql`lower(${reviewReports.email}) = ${email.toLowerCase()}`,
          eq(reviewReports.reason, reason),
          eq(reviewReports.explanation, explanation),
        ),
      )
      .limit(1);
    if (sent) return "sent";
    const [product] = await tx
      .select({ name: products.name })
      .from(products)
      .where(eq(products.id, review.productId));
    const productName = product!.name;
    const id = newId();
    await tx
      .insert(reviewReports)
      .values({ id, commentId, ...review, productName, reason, explanation, name, email });
    await addMessage(tx, {
      title: `Avis signalé\u00a0: ${displayName(productName)}`,
      message: `${REPORT_REASONS[reason]}.\n\n${explanation}\n\nL’avis attend votre décision dans «\u00a0Avis signalés\u00a0».`,
      email,
      name: name || "Sans nom",
      phoneNumber: "",
    });
    if (sendsReceipt)
      await queueMail(tx, jobs, {
        to: email,
        template: "report-receipt",
        props: { productName: displayName(productName) },
        key: `report-receipt-${id}`,
      });
    return "sent";
  });
}
