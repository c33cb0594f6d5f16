import { createHmac } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { ulid } from "ulid";
import type { Config } from "#app/platform/config.server.ts";
import { WEBHOOK_PATH } from "../webhook-endpoint.ts";
import type { createLedger } from "./ledger.server.ts";
import type { createScript } from "./script.ts";

/** Delays before each attempt to deliver an event; the real provider retries for three days. */
const DELAYS_MS = [0, 300, 1_500];
const WEBHOOK_ID = "demonstration";

type WebhookServices = {
  config: Pick<Config, "sessionSecret" | "port">;
  ledger: ReturnType<typeof createLedger>;
  script: ReturnType<typeof createScript>;
};

/** The simulator's webhooks: signed events, delivered to the shop with retries. */
export function createWebhooks({ config, ledger, script }: WebhookServices) {
  const sign = (id: string, time: string, event: string) =>
    createHmac("sha256", config.sessionSecret)
      .update(`${id}|${time}|${WEBHOOK_ID}|${crc32(event)}`)
      .digest("base64");

  /** The headers of an event, with a new signature. */
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
    for (const delay of DELAYS_MS) {
      await after(delay);
      const response = await fetch(`http://127.0.0.1:${config.port}${WEBHOOK_PATH}`, {
        method: "POST",
        headers: signed(event),
        body: event,
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null);
      if (response?.ok) return;
    }
  }

  return {
    signed,
    /** Stores an event and delivers it in the background. */
    async emit(type: string, resource: object): Promise<void> {
      const id = `WH-${ulid()}`;
      const event = JSON.stringify({ id, event_type: type, resource });
      await ledger.saveEvent(id, event);
      const fault = script.take("webhook");
      if (fault?.kind === "hold") return;
      void send(event);
      if (fault?.kind === "twice") void send(event);
    },
    /** Delivers all stored events again, `times` each, 20 concurrently in random order. Returns their number. */
    async resendAll(times: number): Promise<number> {
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
    /** The provider's check of a signature. `request`: the body that the shop posts, whose event is compared as text. */
    verify(request: string): boolean {
      const separator = ',"webhook_event":';
      const index = request.indexOf(separator);
      if (index < 0) return false;
      const event = request.slice(index + separator.length, -1);
      const fields = JSON.parse(`${request.slice(0, index)}}`) as Record<string, string>;
      return (
        fields["webhook_id"] === WEBHOOK_ID &&
        fields["transmission_sig"] ===
          sign(fields["transmission_id"] ?? "", fields["transmission_time"] ?? "", event)
      );
    },
  };
}
