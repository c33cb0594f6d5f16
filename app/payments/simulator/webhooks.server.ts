import { createHmac } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { ulid } from "ulid";
import type { Config } from "#app/platform/config.server.ts";
import { WEBHOOK_PATH } from "../webhook-endpoint.ts";
import type { createLedger } from "./ledger.server.ts";
import type { createScript } from "./script.ts";

/** An event that got no 2xx comes again after these waits; the real provider takes three days over it. */
const WAITS_MS = [0, 300, 1_500];
const WEBHOOK_ID = "demonstration";

type Needs = {
  config: Pick<Config, "sessionSecret" | "port">;
  ledger: ReturnType<typeof createLedger>;
  script: ReturnType<typeof createScript>;
};

/** The simulator's webhooks: signed events, sent to the shop and sent again. */
export function createWebhooks({ config, ledger, script }: Needs) {
  const sign = (id: string, time: string, event: string) =>
    createHmac("sha256", config.sessionSecret)
      .update(`${id}|${time}|${WEBHOOK_ID}|${crc32(event)}`)
      .digest("base64");

  /** The headers of an event that is sent now. */
  function signed(event: string): Record<string, string> {
    const [id, time] = [ulid(), new Date().toISOString()];
    return {
      "content-type": "application/json",
      "paypal-auth-algo": "HMAC",
      "paypal-cert-url": "https://api.paypal.com/simulation",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": sign(id, time, event),
    };
  }

  async function send(event: string): Promise<void> {
    for (const wait of WAITS_MS) {
      await after(wait);
      const answer = await fetch(`http://127.0.0.1:${config.port}${WEBHOOK_PATH}`, {
        method: "POST",
        headers: signed(event),
        body: event,
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null);
      if (answer?.ok) return;
    }
  }

  return {
    signed,
    /** Tells the shop of something that has happened, without waiting for it to listen. */
    async ring(type: string, resource: object): Promise<void> {
      const id = `WH-${ulid()}`;
      const event = JSON.stringify({ id, event_type: type, resource });
      await ledger.keepEvent(id, event);
      const fault = script.take("webhook");
      if (fault?.kind === "hold") return;
      void send(event);
      if (fault?.kind === "twice") void send(event);
    },
    /** Sends every event there ever was once more, all at once and in any order, `times` each; waits for the answers. */
    async ringAgain(times: number): Promise<number> {
      const events = (await ledger.readEvents()).flatMap((event) =>
        Array<string>(times).fill(event),
      );
      const shuffled = events
        .map((event) => ({ event, place: Math.random() }))
        .toSorted((one, other) => one.place - other.place);
      for (let first = 0; first < shuffled.length; first += 20)
        await Promise.all(shuffled.slice(first, first + 20).map(({ event }) => send(event)));
      return events.length;
    },
    /** Whether these are the letters that were signed (the provider's own check). `request` is what the shop posts. */
    verify(request: string): boolean {
      const mark = ',"webhook_event":';
      const cut = request.indexOf(mark);
      if (cut < 0) return false;
      const event = request.slice(cut + mark.length, -1);
      const facts = JSON.parse(`${request.slice(0, cut)}}`) as Record<string, string>;
      return (
        facts["webhook_id"] === WEBHOOK_ID &&
        facts["transmission_sig"] ===
          sign(facts["transmission_id"] ?? "", facts["transmission_time"] ?? "", event)
      );
    },
  };
}
