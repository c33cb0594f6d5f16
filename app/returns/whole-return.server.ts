import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { readReturn } from "#app/orders/return-state.server.ts";
import type { ReturnView } from "#app/orders/return-view.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { orders, returnLines, returns, users } from "#db/schema/index.ts";

/** A return with the details for administrators. */
export type WholeReturn = Omit<ReturnView, "lines"> & {
  customerName: string;
  /** The administrators' names; null if their account was deleted. `receivedBy` is also null before the reception. */
  createdBy: string | null;
  receivedBy: string | null;
  lines: (ReturnView["lines"][number] & { shelved: number; damaged: number })[];
};

/** A return by its id; null if there is none. */
export async function readWholeReturn(db: Queryable, id: string): Promise<WholeReturn | null> {
  const found = await readReturn(db, id);
  if (!found) return null;
  const receiver = alias(users, "receiver");
  const [details] = await db
    .select({
      customerName: orders.customerName,
      createdBy: users.name,
      receivedBy: receiver.name,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .leftJoin(users, eq(users.id, returns.createdBy))
    .leftJoin(receiver, eq(receiver.id, returns.receivedBy))
    .where(eq(returns.id, id));
  const rows = await db.select().from(returnLines).where(eq(returnLines.returnId, id));
  return {
    ...found,
    ...details!,
    lines: found.lines.map((line) => {
      const { shelved, damaged } = rows.find(({ position }) => position === line.position)!;
      return { ...line, shelved, damaged };
    }),
  };
}
