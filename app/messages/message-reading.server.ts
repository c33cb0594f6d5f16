import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import { messages, orders } from "#db/schema/index.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { holdsWords } from "#app/platform/word-search.server.ts";
import type { MessageKind, MessageQuery } from "./message-query.ts";

/** Page size of specification §9. */
const PAGE_SIZE = 6;

/** A message as the administrators read it; `orderId` when it is a notice about an order. */
export type MessageView = {
  id: string;
  title: string;
  message: string;
  isRead: boolean;
  email: string;
  company: string;
  name: string;
  phoneNumber: string;
  createdAt: Date;
  orderId: string | null;
};
/** One page: beyond the last one, the last. */
export type MessageList = {
  messages: MessageView[];
  /** How many messages the search finds, by kind. */
  counts: Record<MessageKind, number>;
  page: number;
  pageCount: number;
};

/** A notice about an order has an id that begins with the order's. */
const ABOUT = sql`left(${messages.id}, 26)`;

/** The messages, the newest first, 6 a page. `search` finds its words in the sender and the text. */
export async function listMessages(
  db: Queryable,
  { page, search, kind }: MessageQuery,
): Promise<MessageList> {
  const found = holdsWords(messages.searchText, search);
  const [counted] = await db
    .select({
      tous: sql<number>`count(*)::integer`,
      commandes: sql<number>`count(${orders.id})::integer`,
    })
    .from(messages)
    .leftJoin(orders, eq(orders.id, ABOUT))
    .where(found);
  const { tous, commandes } = counted!;
  const counts = { tous, commandes, contact: tous - commandes };
  const pageCount = Math.max(1, Math.ceil(counts[kind] / PAGE_SIZE));
  const shown = Math.min(page, pageCount);
  const inKind = {
    tous: undefined,
    commandes: isNotNull(orders.id),
    contact: isNull(orders.id),
  }[kind];
  const { searchText: _search, ...columns } = getTableColumns(messages);
  return {
    messages: await db
      .select({ ...columns, orderId: orders.id })
      .from(messages)
      .leftJoin(orders, eq(orders.id, ABOUT))
      .where(and(found, inKind))
      .orderBy(desc(messages.createdAt), messages.id)
      .limit(PAGE_SIZE)
      .offset((shown - 1) * PAGE_SIZE),
    counts,
    page: shown,
    pageCount,
  };
}
