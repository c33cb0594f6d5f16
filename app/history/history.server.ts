import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import {
  auditEvents,
  orders,
  products,
  type AuditedAct,
  type AuditedChange,
} from "#db/schema/index.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { holdsWords } from "#app/platform/word-search.server.ts";
import type { HistoryQuery, Subject } from "./history-query.ts";

const PAGE_SIZE = 20;

/** One act: who did what to what, and what changed. */
export type PastAct = {
  id: string;
  actorName: string;
  act: AuditedAct;
  subjectType: "product" | "order" | "role";
  subjectName: string;
  changes: AuditedChange[];
  createdAt: Date;
  /** The product, while there is one. */
  productId: string | null;
  /** The order. */
  orderId: string | null;
};
/** One page: beyond the last one, the last. */
export type History = {
  acts: PastAct[];
  counts: Record<Subject, number>;
  page: number;
  pageCount: number;
};

const TYPES = { tout: undefined, produits: "product", commandes: "order", droits: "role" } as const;

/** The audit trail, the newest act first, 20 a page. `search` finds its words in who acted and on what. */
export async function listActs(
  db: Queryable,
  { page, search, subject }: HistoryQuery,
): Promise<History> {
  const found = holdsWords(auditEvents.searchText, search);
  const ofType = (type: string) =>
    sql<number>`(count(*) FILTER (WHERE ${auditEvents.subjectType} = ${type}))::integer`;
  const [counted] = await db
    .select({
      tout: sql<number>`count(*)::integer`,
      produits: ofType("product"),
      commandes: ofType("order"),
      droits: ofType("role"),
    })
    .from(auditEvents)
    .where(found);
  const counts = counted!;
  const pageCount = Math.max(1, Math.ceil(counts[subject] / PAGE_SIZE));
  const shown = Math.min(page, pageCount);
  const type = TYPES[subject];
  const {
    searchText: _search,
    actorId: _actor,
    subjectId,
    ...columns
  } = getTableColumns(auditEvents);
  return {
    acts: await db
      .select({ ...columns, productId: products.id, orderId: orders.id })
      .from(auditEvents)
      .leftJoin(products, and(eq(columns.subjectType, "product"), eq(products.id, subjectId)))
      .leftJoin(orders, and(eq(columns.subjectType, "order"), eq(orders.id, subjectId)))
      .where(and(found, type && eq(columns.subjectType, type)))
      .orderBy(desc(columns.id))
      .limit(PAGE_SIZE)
      .offset((shown - 1) * PAGE_SIZE),
    counts,
    page: shown,
    pageCount,
  };
}
