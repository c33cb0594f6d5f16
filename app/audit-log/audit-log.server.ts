import { and, desc, eq, getTableColumns, isNull, sql, type Column, type SQL } from "drizzle-orm";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { containsWords } from "#app/platform/word-search.server.ts";
import { clampBounded, MOST_COUNTED, type Paged } from "#app/ui/bounded-count.ts";
import { excerptOf } from "#app/ui/excerpt.ts";
import {
  auditEvents,
  orders,
  products,
  type AuditedAct,
  type AuditedChange,
} from "#db/schema/index.ts";
import type { HistoryQuery, Subject } from "./audit-log-query.ts";

const PAGE_SIZE = 20;

/** An audit event in the list of /admin/historique. */
export type PastAct = {
  id: string;
  actorName: string;
  act: AuditedAct;
  subjectType: "product" | "order" | "role" | "settings" | "access";
  subjectName: string;
  changes: AuditedChange[];
  createdAt: Date;
  /** The id of the event's product; null if the product was deleted or the event concerns no product. */
  productId: string | null;
  /** The id of the event's order; null if the order does not exist or the event concerns no order. */
  orderId: string | null;
  /** For an import, its id and its number of products (MOST_COUNTED + 1 means « more than MOST_COUNTED »); otherwise null. */
  importId: string | null;
  importedCount: number | null;
};
/** One page of events. */
export type History = Paged & {
  acts: PastAct[];
  /** Number of matches by subject, bounded: MOST_COUNTED + 1 means « more than MOST_COUNTED ». */
  counts: Record<Subject, number>;
};

const IS_IMPORT = sql`${auditEvents.act} = 'products-imported'`;
type SubjectType = PastAct["subjectType"];
const TYPES = {
  produits: "product",
  commandes: "order",
  droits: "role",
  reglages: "settings",
  acces: "access",
} as const;

/**
 * One page of the audit trail, newest first, 20 events a page. `search` matches words of the actor's and the subject's names.
 * `importId` lists only the products of that import. Without it and without a search, each import is one event.
 */
export async function listActs(
  db: Queryable,
  { page, search, subject, importId }: HistoryQuery,
): Promise<History> {
  const part = importId
    ? eq(auditEvents.groupId, importId)
    : search === ""
      ? isNull(auditEvents.groupId)
      : undefined;
  const matching = (type: SubjectType | undefined, by: Column | SQL = auditEvents.searchText) =>
    and(part, containsWords(by, search), type ? eq(auditEvents.subjectType, type) : undefined);
  const counted = (subject: keyof typeof TYPES) =>
    boundedCount(sql`FROM ${auditEvents} WHERE ${matching(TYPES[subject])}`);
  const { rows } = await db.execute<Omit<History["counts"], "tout">>(sql`
    SELECT ${counted("produits")} AS produits, ${counted("commandes")} AS commandes, ${counted("droits")} AS droits,
      ${counted("reglages")} AS reglages, ${counted("acces")} AS acces`);
  const ofTypes = rows[0]!;
  const tout = Object.values(ofTypes).reduce((sum, count) => sum + count, 0);
  const counts = { ...ofTypes, tout };
  const total = counts[subject];
  const { offset, ...shown } = clampBounded(page, total, PAGE_SIZE);
  // With many matches, PostgreSQL scans in sort order until the page is full (`|| ''` keeps it from the search index). With
  // few, it finds all and sorts them (OFFSET 0); see orders/order-list.server.ts.
  const isWide = total > MOST_COUNTED;
  const where = matching(
    subject === "tout" ? undefined : TYPES[subject],
    isWide ? sql`(${auditEvents.searchText} || '')` : undefined,
  );
  const found = sql`SELECT id FROM ${auditEvents} ${where ? sql`WHERE ${where}` : sql``} ${search && !isWide ? sql`OFFSET 0` : sql``}`;
  const ids = sql`SELECT id FROM (${found}) AS found ORDER BY id DESC LIMIT ${PAGE_SIZE} OFFSET ${offset}`;
  const {
    searchText: _search,
    actorId: _actor,
    groupId: _group,
    subjectId,
    ...columns
  } = getTableColumns(auditEvents);
  const acts = await db
    .select({
      ...columns,
      productId: products.id,
      orderId: orders.id,
      importId: sql<string | null>`CASE WHEN ${IS_IMPORT} THEN ${subjectId} END`,
      importedCount: sql<number | null>`CASE WHEN ${IS_IMPORT} THEN ${boundedCount(
        sql`FROM ${auditEvents} AS part WHERE part.group_id = ${subjectId}`,
      )} END`,
    })
    .from(auditEvents)
    .leftJoin(products, and(eq(columns.subjectType, "product"), eq(products.id, subjectId)))
    .leftJoin(orders, and(eq(columns.subjectType, "order"), eq(orders.id, subjectId)))
    .where(sql`${auditEvents.id} = ANY (ARRAY(${ids}))`)
    .orderBy(desc(columns.id));
  return {
    acts: acts.map((act) => ({ ...act, changes: act.changes.map(shortened) })),
    counts,
    ...shown,
  };
}

/** A change with excerpts of long texts: a page of 20 events stays small. */
const shortened = ({ field, before, after }: AuditedChange): AuditedChange => ({
  field,
  before: before && excerptOf(before, after ?? ""),
  after: after && excerptOf(after, before ?? ""),
});
