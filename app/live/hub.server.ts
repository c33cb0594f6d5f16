import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import type { Logger } from "#app/platform/log.server.ts";

/**
 * A change somewhere in the database: a key (`ids`: of several rows), never the data. `owner` is the only customer who
 * may know. The topic « * » says that anything may have changed.
 */
export type Change = {
  topic: string;
  id?: string | null;
  ids?: string[];
  owner?: string | null;
};
/** What a browser is told. */
type Told = { topic: string; id?: string; ids?: string[] };
export type Listener = {
  viewerId: string | null;
  isAdmin: boolean;
  hear(change: Told): void;
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

/** What only the page cache needs to know. */
const CACHE_TOPIC = "category";
/** The end of a session, which concerns its streams alone (stream-door.ts). */
export const SESSION_TOPIC = "session";
/** Changes remembered for pages that open their stream a while after they were rendered. */
const REMEMBERED = 2_000;
/** A page that missed more is told that anything may have changed. */
const MOST_REPEATED = 20;
/** What several nodes take for the database’s time differs by less. */
const CLOCKS_DIFFER_MS = 2_000;

/** Hears PostgreSQL's notifications on one connection and tells the listeners who may know. */
export function createHub(sql: Sql, log: Logger) {
  const listeners = new Set<Listener>();
  const watchers: ((change: Change) => void)[] = [];
  /** The latest change of each key, oldest first; what came before `knownSince` is forgotten. */
  const latest = new Map<string, { change: Change; at: number }>();
  let knownSince = databaseNow();
  let isListening = false;
  let subscription: Promise<{ unlisten: () => Promise<void> }> | undefined;

  const mayKnow = (listener: Listener, change: Change) =>
    listener.isAdmin ||
    (change.owner ? change.owner === listener.viewerId : !ADMIN_TOPICS.has(change.topic));

  function publish(change: Change) {
    for (const watcher of watchers) watcher(change);
    if (change.topic === CACHE_TOPIC || change.topic === SESSION_TOPIC) return;
    remember(change);
    const told = toldOf(change);
    for (const listener of listeners) if (mayKnow(listener, change)) listener.hear(told);
  }

  function remember(change: Change) {
    if (change.topic === "*") {
      latest.clear();
      knownSince = databaseNow();
      return;
    }
    const key = `${change.topic} ${change.id ?? change.ids?.join() ?? ""} ${change.owner ?? ""}`;
    latest.delete(key);
    latest.set(key, { change, at: databaseNow() });
    if (latest.size <= REMEMBERED) return;
    const [oldest, { at }] = latest.entries().next().value!;
    latest.delete(oldest);
    knownSince = at + 1;
  }

  return {
    /** Calls `watcher` with every change, before any listener is told. */
    watch: (watcher: (change: Change) => void) => void watchers.push(watcher),
    listenerCount: () => listeners.size,
    /** Whether changes are heard of now; what was missed meanwhile counts as « * » once they are again. */
    isListening: () => isListening,
    start() {
      subscription ??= sql.listen("live", {
        onNotify: (payload) => {
          try {
            publish(JSON.parse(payload) as Change);
          } catch (error) {
            log.warn({ payload, error: String(error) }, "unreadable notification");
          }
        },
        // Whatever happened meanwhile was missed, so everything may have changed.
        onListen: () => {
          isListening = true;
          publish({ topic: "*" });
        },
        onAway: () => {
          isListening = false;
          log.warn("the connection for notifications is lost; opening another");
        },
      });
      return subscription;
    },
    /**
     * Tells the listener of changes from now on, and at once of those since its page was rendered, at `since`
     * (milliseconds). @returns the function that ends the subscription.
     */
    subscribe(listener: Listener, since: number): () => void {
      const missed = [...latest.values()].filter(
        ({ change, at }) => at >= since - CLOCKS_DIFFER_MS && mayKnow(listener, change),
      );
      if (since < knownSince || missed.length > MOST_REPEATED) listener.hear({ topic: "*" });
      else for (const { change } of missed) listener.hear(toldOf(change));
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

function toldOf({ topic, id, ids }: Change): Told {
  if (ids) return { topic, ids };
  return id ? { topic, id } : { topic };
}
