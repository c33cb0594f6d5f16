import {
  and,
  desc,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  like,
  not,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { containsWords } from "#app/platform/word-search.server.ts";
import { clampBounded, MOST_COUNTED, type Paged } from "#app/ui/bounded-count.ts";
import { messages } from "#db/schema/index.ts";
import type { MessageKind, MessageQuery } from "./message-query.ts";
import { SHOP_NOTICES } from "./shop-notice.ts";

/** Messages per page (specification §9). */
const PAGE_SIZE = 6;

/** A message for administrators. `orderId` is null for a contact message and for a notice about the shop. */
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
export type MessageList = Paged & {
  messages: MessageView[];
  /** Number of matches by kind, bounded: MOST_COUNTED + 1 means « more than MOST_COUNTED ». */
  counts: Record<MessageKind, number>;
};

const IS_ABOUT_SHOP = or(...SHOP_NOTICES.map((start) => like(messages.id, `${start}%`)))!;
const KINDS: Record<MessageKind, SQL | undefined> = {
  tous: undefined,
  contact: and(isNull(messages.orderId), not(IS_ABOUT_SHOP)),
  commandes: isNotNull(messages.orderId),
  // The lower bound lets the primary key find them in every collation: other ids begin with a digit.
  boutique: and(gt(messages.id, SHOP_NOTICES.toSorted()[0]![0]!), IS_ABOUT_SHOP),
};

/** The messages, newest first, 6 a page. `search` matches words of the name, company, e-mail, subject and text. */
export async function listMessages(
  db: Queryable,
  { page, search, kind }: MessageQuery,
): Promise<MessageList> {
  const matching = (which: MessageKind, { isWide = false } = {}) =>
    and(
      KINDS[which],
      containsWords(isWide ? sql`(${messages.searchText} || '')` : messages.searchText, search),
    );
  const counted = (which: Exclude<MessageKind, "tous">) =>
    boundedCount(sql`FROM ${messages} WHERE ${matching(which)}`);
  const { rows } = await db.execute<Omit<MessageList["counts"], "tous">>(
    sql`SELECT ${counted("contact")} AS contact, ${counted("commandes")} AS commandes, ${counted("boutique")} AS boutique`,
  );
  const ofKinds = rows[0]!;
  const counts = { ...ofKinds, tous: ofKinds.contact + ofKinds.commandes + ofKinds.boutique };
  const total = counts[kind];
  const { offset, ...shown } = clampBounded(page, total, PAGE_SIZE);
  // With many matches, PostgreSQL scans in sort order until the page is full (`|| ''` keeps it from the search index). With
  // few, it finds all and sorts them (OFFSET 0); see orders/order-list.server.ts.
  const isWide = total > MOST_COUNTED;
  const where = matching(kind, { isWide });
  const found = sql`SELECT id, created_at FROM ${messages} ${where ? sql`WHERE ${where}` : sql``} ${search && !isWide ? sql`OFFSET 0` : sql``}`;
  const ids = sql`SELECT id FROM (${found}) AS found ORDER BY created_at DESC, id LIMIT ${PAGE_SIZE} OFFSET ${offset}`;
  const { searchText: _search, ...columns } = getTableColumns(messages);
  return {
    messages: await db
      .select({ ...columns, email: sql<string>`${messages.email}`.mapWith(shownEmail) })
      .from(messages)
      .where(sql`${messages.id} = ANY (ARRAY(${ids}))`)
      .orderBy(desc(messages.createdAt), messages.id),
    counts,
    ...shown,
  };
}
