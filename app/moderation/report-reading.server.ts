import { asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { clampBounded, type Paged } from "#app/ui/bounded-count.ts";
import { comments, products, profiles, reviewReports } from "#db/schema/index.ts";
import type { ReportQuery, ReportState } from "./report-query.ts";
import type { ReportReason } from "./report-reason-schema.ts";

const PAGE_SIZE = 6;

/** SQL of a review's version: the time of its last change in ms; blank if it was never changed. */
export const reviewVersion = sql<string>`coalesce(floor(extract(epoch from ${comments.changedAt}) * 1000)::bigint::text, '')`;

export type ListedReport = {
  id: string;
  productName: string;
  /** null once the product is deleted. */
  productId: string | null;
  reason: ReportReason;
  explanation: string;
  name: string;
  email: string;
  createdAt: Date;
  decision: "hidden" | "kept" | "removed" | null;
  decisionReason: string | null;
  decidedAt: Date | null;
  /** The review today; null once it is removed. `author`: null once the account is deleted. */
  review: {
    id: string;
    author: string | null;
    rate: number;
    text: string;
    isHidden: boolean;
    version: string;
  } | null;
};
export type ReportList = Paged & {
  reports: ListedReport[];
  /** Bounded: MOST_COUNTED + 1 means « more than MOST_COUNTED ». */
  counts: Record<ReportState, number>;
};

/** One page of the reports in this state, 6 a page: open ones oldest first, decided ones latest first. */
export async function listReports(
  db: Queryable,
  { page, state }: ReportQuery,
): Promise<ReportList> {
  const isOpen = state === "a-traiter";
  const { rows } = await db.execute<Record<"open" | "decided", number>>(sql`
    SELECT ${boundedCount(sql`FROM ${reviewReports} WHERE decided_at IS NULL`)} AS open,
      ${boundedCount(sql`FROM ${reviewReports} WHERE decided_at IS NOT NULL`)} AS decided`);
  const { open, decided } = rows[0]!;
  const { offset, ...shown } = clampBounded(page, isOpen ? open : decided, PAGE_SIZE);
  const found = await db
    .select({
      report: reviewReports,
      productId: products.id,
      commentId: comments.id,
      author: profiles.name,
      rate: comments.rate,
      text: comments.text,
      isHidden: sql<boolean>`${comments.hiddenAt} IS NOT NULL`,
      version: reviewVersion,
    })
    .from(reviewReports)
    .leftJoin(comments, eq(comments.id, reviewReports.commentId))
    .leftJoin(profiles, eq(profiles.userId, comments.authorId))
    .leftJoin(products, eq(products.id, reviewReports.productId))
    .where(isOpen ? isNull(reviewReports.decidedAt) : isNotNull(reviewReports.decidedAt))
    .orderBy(
      ...(isOpen
        ? [asc(reviewReports.id)]
        : [desc(reviewReports.decidedAt), desc(reviewReports.id)]),
    )
    .limit(PAGE_SIZE)
    .offset(offset);
  return {
    reports: found.map(({ report, productId, commentId, rate, text, ...review }) => {
      const { commentId: _comment, productId: _product, ...listed } = report;
      return {
        ...listed,
        email: shownEmail(listed.email),
        productId,
        review: commentId === null ? null : { ...review, id: commentId, rate: rate!, text: text! },
      };
    }),
    counts: { "a-traiter": open, traites: decided },
    ...shown,
  };
}
