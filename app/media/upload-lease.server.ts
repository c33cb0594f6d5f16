import type { Lock, Locker } from "@tus/server";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { uploads } from "#db/schema/index.ts";
import type { Database } from "#app/platform/db.server.ts";

/** A lease that its holder no longer renews is anybody's after this. */
const LEASE = sql`now() + interval '10 seconds'`;
const RENEWAL_MS = 1_000;
const PATIENCE_MS = 15_000;
const BETWEEN_TRIES_MS = 100;
/** A browser has one request under way, and one that takes up a broken one. Each that waits asks the database. */
const MOST_WAITING = 4;

/**
 * One request at a time touches an upload's file, on whichever node of the shop it arrives. Who waits says so in the
 * row; the holder (mostly a connection that broke without a word) reads it at its next renewal and lets go.
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
  /** How many wait in this process, by upload. */
  readonly #waiting: Map<string, number>;
  #renewal: ReturnType<typeof setInterval> | undefined;

  constructor(db: Database, id: string, waiting: Map<string, number>) {
    this.#db = db;
    this.#id = id;
    this.#waiting = waiting;
  }

  async lock(signal: AbortSignal, letGo: () => void): Promise<void> {
    const before = this.#waiting.get(this.#id) ?? 0;
    if (before >= MOST_WAITING) throw BUSY;
    this.#waiting.set(this.#id, before + 1);
    try {
      const deadline = Date.now() + PATIENCE_MS;
      while (!(await this.#take())) {
        if (signal.aborted || Date.now() > deadline) throw BUSY;
        await pause(BETWEEN_TRIES_MS);
      }
    } finally {
      const left = this.#waiting.get(this.#id)! - 1;
      if (left > 0) this.#waiting.set(this.#id, left);
      else this.#waiting.delete(this.#id);
    }
    this.#renewal = setInterval(() => {
      // Without its lease, or without the database to tell, the holder must not go on writing.
      this.#renew().then((isWanted) => isWanted && letGo(), letGo);
    }, RENEWAL_MS);
  }

  async unlock(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#db
      .update(uploads)
      .set({ leaseToken: null, leaseUntil: null, leaseWanted: false })
      .where(this.#mine());
  }

  async #take(): Promise<boolean> {
    const isFree = or(isNull(uploads.leaseToken), lt(uploads.leaseUntil, sql`now()`));
    const taken = await this.#db
      .update(uploads)
      .set({ leaseToken: this.#token, leaseUntil: LEASE, leaseWanted: false })
      .where(and(eq(uploads.id, this.#id), isFree))
      .returning({ id: uploads.id });
    if (taken.length > 0) return true;
    const asked = await this.#db
      .update(uploads)
      .set({ leaseWanted: true })
      .where(eq(uploads.id, this.#id))
      .returning({ id: uploads.id });
    if (asked.length === 0) throw { status_code: 404, body: "cet envoi n’existe plus." };
    return false;
  }

  async #renew(): Promise<boolean> {
    const [held] = await this.#db
      .update(uploads)
      .set({ leaseUntil: LEASE })
      .where(this.#mine())
      .returning({ isWanted: uploads.leaseWanted });
    return held?.isWanted ?? true;
  }

  #mine() {
    return and(eq(uploads.id, this.#id), eq(uploads.leaseToken, this.#token));
  }
}
