import { sql } from "drizzle-orm";
import type { Config } from "./config.server.ts";
import type { Transaction } from "./db.server.ts";

/**
 * Key of an advisory lock: shared for transactions that need an open shop (order, sign-up), exclusive while the shop is opened or closed.
 */
const OPENING_LOCK = 4_021_966;

/**
 * Whether a shop with this configuration may be open to the public. One that others reach and whose payments are simulated
 * would give its goods away (docs/decisions/0053).
 */
export const mayBeOpen = ({ demo, isPublic, paypal }: OpeningConfig): boolean =>
  demo || !isPublic || paypal !== null;
export type OpeningConfig = Pick<Config, "demo" | "isPublic" | "paypal">;

/**
 * Whether the shop is open. Takes the shared lock, so that closing the shop waits for this transaction. Call it first in the transaction
 * (docs/locks.md); its statements are sent before this function returns.
 */
export async function holdOpen(tx: Transaction, config: OpeningConfig): Promise<boolean> {
  if (config.demo) return true;
  const [, { rows }] = await Promise.all([
    tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${OPENING_LOCK})`),
    // A second statement: its snapshot includes the commit that the lock waited for.
    tx.execute(sql`SELECT FROM shop_state WHERE is_open`),
  ]);
  return rows.length > 0 && mayBeOpen(config);
}

/** Takes the exclusive lock: waits for the transactions of `holdOpen`; new ones wait until this one ends. */
export async function lockOpening(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${OPENING_LOCK})`);
}
