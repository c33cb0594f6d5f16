import type { Sql } from "postgres";
import type { Logger } from "#app/platform/log.server.ts";

/** A change somewhere in the database: a key, never the data. `owner` is the only customer who may know. */
export type Change = { topic: string; id?: string | null; owner?: string | null };
export type Listener = {
  viewerId: string | null;
  isAdmin: boolean;
  hear(change: { topic: string; id?: string }): void;
  end(): void;
};
export type Hub = ReturnType<typeof createHub>;

/** Topics without an owner that concern administrators alone. */
const ADMIN_TOPICS = new Set([
  "message",
  "order",
  "profile",
  "favourite",
  "audit",
  "import",
  "mail",
]);

/** Hears PostgreSQL's notifications on one connection and tells the listeners who may know. */
export function createHub(sql: Sql, log: Logger) {
  const listeners = new Set<Listener>();
  let lastChangeAt = Date.now();
  let subscription: Promise<{ unlisten: () => Promise<void> }> | undefined;

  const mayKnow = (listener: Listener, change: Change) =>
    listener.isAdmin ||
    (change.owner ? change.owner === listener.viewerId : !ADMIN_TOPICS.has(change.topic));

  function publish(change: Change) {
    lastChangeAt = Date.now();
    const told = change.id ? { topic: change.topic, id: change.id } : { topic: change.topic };
    for (const listener of listeners) if (mayKnow(listener, change)) listener.hear(told);
  }

  return {
    /** When this node last heard of a change (milliseconds): a page rendered before it may be old. */
    lastChangeAt: () => lastChangeAt,
    listenerCount: () => listeners.size,
    start() {
      subscription ??= sql.listen(
        "live",
        (payload) => {
          try {
            publish(JSON.parse(payload) as Change);
          } catch (error) {
            log.warn({ payload, error: String(error) }, "unreadable notification");
          }
        },
        // Called at every (re)connection: whatever happened meanwhile was missed, so everything may have changed.
        () => publish({ topic: "*" }),
      );
      return subscription;
    },
    /** @returns the function that ends the subscription. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Ends every stream: the browsers come back, to another node or to this one once it is up again. */
    endStreams() {
      for (const listener of listeners) listener.end();
    },
    async stop() {
      await (await subscription)?.unlisten();
    },
  };
}
