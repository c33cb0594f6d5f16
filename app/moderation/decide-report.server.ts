import { and, eq, isNull, or, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { accountMailKey, queueMail } from "#app/mail/outbox.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { hideComment, showComment } from "#app/reviews/hidden-comments.server.ts";
import { comments, products, reviewReports, users } from "#db/schema/index.ts";
import { reviewVersion } from "./report-reading.server.ts";
import type { DecisionForm } from "./report-schema.ts";

export type DecisionOutcome =
  | { kind: "hidden" | "kept" | "closed" | "restored" }
  | { kind: "unknown" }
  /** Another administrator has decided meanwhile. */
  | { kind: "decided" }
  /** The author changed the review after the administrator had read it. */
  | { kind: "changed" }
  /** The review was removed meanwhile: the report can only be closed. */
  | { kind: "removed" };

type Report = typeof reviewReports.$inferSelect;
type Review = {
  id: string;
  authorId: string | null;
  text: string;
  isHidden: boolean;
  version: string;
};

/**
 * Decides on a report, and mails the reasons (regulation 2022/2065, art. 16 (5) and 17). « hide » decides all open reports of
 * the review and tells its author too; « keep » only this one; « close » a report whose review is removed; « restore » shows
 * the review of a report again. `seen`: the version of the review that the administrator has read.
 */
export async function decideReport(
  services: Pick<Services, "db" | "jobs">,
  admin: Admin,
  form: DecisionForm,
): Promise<DecisionOutcome> {
  return asAdmin(services.db, admin, async (tx) => {
    const [found] = await tx
      .select({ productId: reviewReports.productId, commentId: reviewReports.commentId })
      .from(reviewReports)
      .where(eq(reviewReports.id, form.id));
    if (!found) return { kind: "unknown" };
    // Lock the product: nobody changes or removes its reviews until the commit (docs/locks.md).
    await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, found.productId))
      .for("no key update");
    const reports = await lockReports(tx, form.id, found.commentId);
    const report = reports.find(({ id }) => id === form.id);
    if (!report) return { kind: "unknown" };
    const review = report.commentId === null ? null : await readReview(tx, report.commentId);
    const refusal = refusalOf(form, report, review);
    if (refusal) return { kind: refusal };

    const decided = form.decision === "hide" ? reports : [report];
    const act = { services, tx, admin, report, review, reason: form.reason };
    if (form.decision === "restore") return restore(act);
    if (review && form.decision === "hide" && !review.isHidden) {
      await hideComment(tx, review.id, form.reason);
      await mailAuthor(act, "review-hidden");
    }
    const { kind, decision, name } = DECISIONS[form.decision];
    for (const { id } of decided)
      await tx
        .update(reviewReports)
        .set({ decision, decisionReason: form.reason, decidedAt: sql`now()` })
        .where(eq(reviewReports.id, id));
    // One mail per address: nobody confirmed it, and one person may have sent many reports.
    const recipients = new Map<string, (typeof decided)[number]>();
    for (const one of decided) {
      const to = one.email.toLowerCase();
      if (to !== "" && !recipients.has(to)) recipients.set(to, one);
    }
    for (const { id, email } of recipients.values())
      await queueMail(tx, services.jobs, {
        to: email,
        template: "report-decided",
        props: { productName: displayName(report.productName), decision, reason: form.reason },
        key: `report-decided-${id}`,
      });
    await record(act, name);
    return { kind };
  });
}

const DECISIONS = {
  hide: { kind: "hidden", decision: "hidden", name: "review-hidden" },
  keep: { kind: "kept", decision: "kept", name: "review-kept" },
  close: { kind: "closed", decision: "removed", name: "report-closed" },
} as const;

/** Locks this report and the other open ones of the review, by id. */
async function lockReports(
  tx: Transaction,
  id: string,
  commentId: string | null,
): Promise<Report[]> {
  const ofReview =
    commentId === null
      ? undefined
      : and(eq(reviewReports.commentId, commentId), isNull(reviewReports.decidedAt));
  return tx
    .select()
    .from(reviewReports)
    .where(or(eq(reviewReports.id, id), ofReview))
    .orderBy(reviewReports.id)
    .for("update");
}

async function readReview(tx: Transaction, id: string): Promise<Review | null> {
  const [review] = await tx
    .select({
      id: comments.id,
      authorId: comments.authorId,
      text: comments.text,
      isHidden: sql<boolean>`hidden_at IS NOT NULL`,
      version: reviewVersion,
    })
    .from(comments)
    .where(eq(comments.id, id));
  return review ?? null;
}

function refusalOf(
  { decision, seen }: DecisionForm,
  report: Report,
  review: Review | null,
): "decided" | "removed" | "changed" | "unknown" | null {
  if (decision === "restore") {
    if (!review) return "removed";
    return review.isHidden ? null : "decided";
  }
  if (report.decidedAt) return "decided";
  if (!review) return decision === "close" ? null : "removed";
  if (decision === "close") return "unknown";
  return review.version === seen ? null : "changed";
}

type Act = {
  services: Pick<Services, "jobs">;
  tx: Transaction;
  admin: Admin;
  report: Report;
  review: Review | null;
  reason: string;
};

async function restore(act: Act): Promise<DecisionOutcome> {
  await showComment(act.tx, act.review!.id);
  await mailAuthor(act, "review-restored");
  await record(act, "review-restored");
  return { kind: "restored" };
}

/** Queues a mail to the review's author, if the account still exists. Several decisions on one report have a key each. */
async function mailAuthor(
  { services, tx, report, review, reason }: Act,
  template: "review-hidden" | "review-restored",
): Promise<void> {
  if (!review?.authorId) return;
  const [author] = await tx
    .select({ email: users.email, isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, review.authorId));
  if (!author) return;
  await queueMail(tx, services.jobs, {
    to: author.email,
    template,
    // A stranger may have signed up with the address: don't mail the review's text there.
    props: {
      productName: displayName(report.productName),
      text: author.isConfirmed ? review.text : "",
      reason,
    },
    key: accountMailKey(template, review.authorId),
    isConfirmed: author.isConfirmed,
  });
}

/** The decisions' names in the audit trail, before their reasons. */
const ACT_NAMES = {
  "review-hidden": "avis masqué",
  "review-kept": "avis signalé, gardé",
  "report-closed": "signalement clos",
  "review-restored": "avis rétabli",
} as const;

function record({ tx, admin, report, reason }: Act, act: keyof typeof ACT_NAMES): Promise<void> {
  const subject = { type: "product", id: report.productId, name: report.productName } as const;
  const changes = [{ field: ACT_NAMES[act], before: null, after: reason }];
  return recordActs(tx, admin, [{ act, subject, changes }]);
}
