import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Lock, Locker } from "@tus/server";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "#app/platform/db.server.ts";
import { uploads } from "#db/schema/index.ts";

/** SQL of a lease's new end: a lease that is not renewed expires after ten seconds. */
const LEASE = sql`now() + interval '10 seconds'`;
const RENEWAL_MS = 1_000;
const TIMEOUT_MS = 15_000;
const POLL_MS = 100;
/**
 * The largest number of requests that wait for one upload's lease on one node; further ones are refused with 423. Each
 * polls the database, and a browser sends at most one request and its retry.
 */
const MOST_WAITING = 4;

/**
 * Locks for tus that work across all nodes: only one request at a time writes an upload. A waiting request sets
 * `leaseWanted`. The request with the lease sees this at its next renewal and releases the lease; its connection is mostly
 * broken, which the server has not noticed yet.
 */
export function uploadLeases(db: Database): Locker {
  const waiting = new Map<string, number>();
  return { newLock: (id) => new UploadLease(db, id, waiting) };
}

const BUSY = { status_code: 423, body: "cet envoi est déjà en cours ailleurs." };

class UploadLease implements Lock {
  readonly #db: Database;
  readonly #id: string;
  readonly #token = randomUUID();
  /** Number of waiting requests of this process, by upload. */
  readonly #waiting: Map<string, number>;
  #renewal: ReturnType<typeof setInterval> | undefined;

  constructor(db: Database, id: string, waiting: Map<string, number>) {
    this.#db = db;
    this.#id = id;
    this.#waiting = waiting;
  }

  async lock(signal: AbortSignal, requestRelease: () => void): Promise<void> {
    const before = this.#waiting.get(this.#id) ?? 0;
    if (before >= MOST_WAITING) throw BUSY;
    this.#waiting.set(this.#id, before + 1);
    try {
      const deadline = Date.now() + TIMEOUT_MS;
      while (!(await this.#acquire())) {
        if (signal.aborted || Date.now() > deadline) throw BUSY;
        await pause(POLL_MS);
      }
    } finally {
      const left = this.#waiting.get(this.#id)! - 1;
      if (left > 0) this.#waiting.set(this.#id, left);
      else this.#waiting.delete(this.#id);
    }
    this.#renewal = setInterval(() => {
      // Another request wants the lease, or the lease is lost or cannot be renewed: this request must stop writing.
      this.#renew().then((isWanted) => isWanted && requestRelease(), requestRelease);
    }, RENEWAL_MS);
  }

  async unlock(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#db
      .update(uploads)
      .set({ leaseToken: null, leaseUntil: null, leaseWanted: false })
      .where(this.#ownLease());
  }

  async #acquire(): Promise<boolean> {
    const isFree = or(isNull(uploads.leaseToken), lt(uploads.leaseUntil, sql`now()`));
    const acquired = await this.#db
      .update(uploads)
      .set({ leaseToken: this.#token, leaseUntil: LEASE, leaseWanted: false })
      .where(and(eq(uploads.id, this.#id), isFree))
      .returning({ id: uploads.id });
    if (acquired.length > 0) return true;
    const requested = await this.#db
      .update(uploads)
      .set({ leaseWanted: true })
      .where(eq(uploads.id, this.#id))
      .returning({ id: uploads.id });
    if (requested.length === 0) throw { status_code: 404, body: "cet envoi n’existe plus." };
    return false;
  }

  async #renew(): Promise<boolean> {
    const [held] = await this.#db
      .update(uploads)
      .set({ leaseUntil: LEASE })
      .where(this.#ownLease())
      .returning({ isWanted: uploads.leaseWanted });
    return held?.isWanted ?? true;
  }

  #ownLease() {
    return and(eq(uploads.id, this.#id), eq(uploads.leaseToken, this.#token));
  }
}
