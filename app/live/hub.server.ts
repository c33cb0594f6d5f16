import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";

/**
 * A change in the database: keys only, never data. `owner`: only this customer and administrators receive the change. Topic
 * « * »: anything may have changed.
 */
export type Change = {
  topic: string;
  id?: string | null;
  ids?: string[];
  owner?: string | null;
};
/** The message to a browser. */
type BrowserMessage = { topic: string; id?: string; ids?: string[] };
export type Listener = {
  viewerId: string | null;
  isAdmin: boolean;
  /** Ids of the orders without an account that the browser's cookie opens. */
  orderIds: readonly string[];
  onChange(change: BrowserMessage): void;
  end(): void;
};
export type Hub = ReturnType<typeof createHub>;

const ADMIN_TOPICS = new Set([
  "message",
  "order",
  "profile",
  "favourite",
  "audit",
  "import",
  "mail",
  "withdrawal",
  "proof",
  "report",
  "effect",
  "move",
]);

/** A topic for the page cache only, never sent to browsers. */
const CACHE_TOPIC = "category";
/** The topic of deleted sessions: stream-endpoint.ts closes their streams. Never sent to browsers. */
export const SESSION_TOPIC = "session";
/** Maximal number of changes kept for pages that connect some time after they were rendered. */
const REMEMBERED = 2_000;
/** A page that missed more changes than this receives one « * » instead of each change. */
const MOST_REPEATED = 20;
/** Maximal difference of the nodes' estimates of the database clock, in ms. */
const CLOCKS_DIFFER_MS = 2_000;

/** A change of the shop's settings, which every page shows. */
export const SETTINGS_TOPIC = "settings";

/** Refreshes the in-memory data that every page shows. Called before a change is forwarded, so that reloaded pages show the new data. */
type Reload = {
  settings: () => Promise<void>;
  /** Called after a change of products. Resolves to whether a category became empty or got its first product. */
  categories: () => Promise<boolean>;
};

/** Receives PostgreSQL's notifications on one connection and forwards them to the listeners that may receive them. */
export function createHub(sql: Sql, log: Logger, reload: Reload) {
  const listeners = new Set<Listener>();
  const watchers: ((change: Change) => void)[] = [];
  /** The latest change of each key, oldest first; complete since `knownSince`. */
  const latest = new Map<string, { change: Change; at: number }>();
  let knownSince = databaseNow();
  let isListening = false;
  let subscription: Promise<{ unlisten: () => Promise<void> }> | undefined;

  const mayReceive = (listener: Listener, change: Change) =>
    listener.isAdmin ||
    (change.topic === "order" && listener.orderIds.includes(change.id ?? "")) ||
    (change.owner ? change.owner === listener.viewerId : !ADMIN_TOPICS.has(change.topic));

  function publish(change: Change) {
    for (const watcher of watchers) watcher(change);
    if (change.topic === CACHE_TOPIC || change.topic === SESSION_TOPIC) return;
    remember(change);
    const message = messageOf(change);
    for (const listener of listeners) if (mayReceive(listener, change)) listener.onChange(message);
  }

  function receive(change: Change) {
    const { topic } = change;
    // Footers leave out the links to empty categories.
    if (topic === "product" || topic === "*")
      void reload.categories().then((isOther) => isOther && publish({ topic: SETTINGS_TOPIC }));
    if (topic !== SETTINGS_TOPIC && topic !== "*") return publish(change);
    void reload.settings().then(() => publish(change));
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
    /** Calls `watcher` with every change, before the listeners. */
    watch: (watcher: (change: Change) => void) => void watchers.push(watcher),
    listenerCount: () => listeners.size,
    /** Whether LISTEN is active; after an interruption, missed changes are reported as « * ». */
    isListening: () => isListening,
    start() {
      subscription ??= sql.listen("live", {
        onNotify: (payload) => {
          try {
            receive(JSON.parse(payload) as Change);
          } catch (error) {
            log.warn({ payload, error: String(error) }, "unreadable notification");
          }
        },
        // At the start and after a reconnection: earlier notifications were missed, so anything may have changed.
        onListen: () => {
          isListening = true;
          receive({ topic: "*" });
        },
        onAway: () => {
          isListening = false;
          log.warn("the connection for notifications is lost; opening another");
        },
      });
      return subscription;
    },
    /**
     * Subscribes `listener` to changes. First sends it the changes since its page was rendered at `since` (ms since the
     * epoch), or one « * » if there are too many or some are no longer kept.
     * @returns the function that unsubscribes
     */
    subscribe(listener: Listener, since: number): () => void {
      const missed = [...latest.values()].filter(
        ({ change, at }) => at >= since - CLOCKS_DIFFER_MS && mayReceive(listener, change),
      );
      if (since < knownSince || missed.length > MOST_REPEATED) listener.onChange({ topic: "*" });
      else for (const { change } of missed) listener.onChange(messageOf(change));
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Closes every stream; the browsers reconnect to another node. */
    endStreams() {
      for (const listener of listeners) listener.end();
    },
    async stop() {
      await (await subscription)?.unlisten();
    },
  };
}

function messageOf({ topic, id, ids }: Change): BrowserMessage {
  if (ids) return { topic, ids };
  return id ? { topic, id } : { topic };
}
