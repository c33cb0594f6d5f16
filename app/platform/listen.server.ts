import { setTimeout as sleep } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import { setDatabaseTime } from "./database-clock.server.ts";

export type ListenHandlers = {
  onNotify: (payload: string) => void;
  /** Called after the first connection and every reconnection: notifications in between are lost. */
  onListen: () => void;
  /** Called when the connection is lost. */
  onAway?: () => void;
  /** Interval and timeout of the connection's heartbeat, in ms. */
  beatMs?: number;
};

/**
 * LISTENs on a channel with a dedicated connection, and reconnects whenever it is lost. Each heartbeat also sets the
 * database clock (database-clock.server.ts). @throws when the first connection fails
 */
export async function listen(
  url: string,
  channel: string,
  { onNotify, onListen, onAway, beatMs = 5_000 }: ListenHandlers,
): Promise<{ unlisten: () => Promise<void> }> {
  const heartbeat = {
    text: "SELECT extract(epoch FROM clock_timestamp())::float * 1000 AS time",
    query_timeout: beatMs,
  };
  let client: Client | undefined;
  let isOver = false;

  async function ask(opened: Client): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await opened.query<{ time: number }>(heartbeat);
    setDatabaseTime(rows[0]!.time, askedAt);
  }

  async function open(): Promise<void> {
    const opened = new Client({
      connectionString: url,
      application_name: "eclat-live",
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    });
    opened.on("error", () => undefined);
    opened.on("notification", ({ payload = "" }) => onNotify(payload));
    try {
      await opened.connect();
      await ask(opened);
      await opened.query(`LISTEN ${escapeIdentifier(channel)}`);
    } catch (error) {
      void close(opened);
      throw error;
    }
    if (isOver) return close(opened);
    client = opened;
    // The socket of a dead connection can stay open: only a heartbeat query detects the loss.
    const beat = setInterval(() => void ask(opened).catch(() => close(opened)), beatMs);
    opened.once("end", () => {
      clearInterval(beat);
      if (isOver) return;
      onAway?.();
      void reopen();
    });
    onListen();
  }

  async function reopen(): Promise<void> {
    for (let pause = 100; !isOver; pause = Math.min(pause * 2, 5_000)) {
      try {
        return await open();
      } catch {
        await sleep(pause);
      }
    }
  }

  const close = (opened: Client) => opened.end().catch(() => undefined);

  await open();
  return {
    async unlisten() {
      isOver = true;
      if (client) await close(client);
    },
  };
}
