import { z } from "zod";
import type { Config } from "#app/platform/config.server.ts";
import { createBreaker, type Breaker } from "./breaker.server.ts";
import type { FoundRelay, RelayPoint } from "./relay-schema.ts";
import {
  isCancelled,
  line,
  refusalIn,
  servicePoint,
  servicePoints,
  shipment,
} from "./sendcloud-schema.ts";
import {
  asPdf,
  labelOf,
  shipmentOf,
  type LabelAnswer,
  type LabelRequest,
} from "./sendcloud-shipment.ts";

export type Sendcloud = ReturnType<typeof createSendcloud>;

const POINTS = "https://servicepoints.sendcloud.sc";
const PANEL = "https://panel.sendcloud.sc";
/** Short, because customers wait for searches and for the check of a point. */
const SEARCH_TIMEOUT_MS = 4_000;
/** Longer, because the carrier makes the label. */
const LABEL_TIMEOUT_MS = 30_000;
const LARGEST_JSON_BYTES = 2_000_000;
const LARGEST_LABEL_BYTES = 5_000_000;
const RADIUS_METRES = 20_000;
const MOST_POINTS = 12;

/** `unknown`: no usable response, so the request may or may not have been executed. */
export type RelayAnswer<Body> = { kind: "ok"; body: Body } | { kind: "unknown"; reason: string };
export type CancelAnswer = { kind: "ok" } | Exclude<LabelAnswer, { kind: "ok" }>;

/** `largest`: bytes of the response. With `body` the method is POST, of JSON or, if null, of nothing. */
type Call = { url: string; timeout: number; largest: number; body?: string | null };

/**
 * Client for Sendcloud: relay points (Service Points API v2) and labels (Shipments API v3), see docs/relays.md. Searches and checks of
 * points each have a circuit breaker, so that customers don't wait for a provider that is down.
 */
export function createSendcloud(
  config: Pick<Config, "port" | "sessionSecret">,
  settings: NonNullable<Config["relays"]>,
) {
  const { publicKey, secretKey, url } = settings.isSimulated
    ? {
        publicKey: "demonstration",
        secretKey: config.sessionSecret,
        url: `http://127.0.0.1:${config.port}/simulateur-sendcloud`,
      }
    : settings;
  const points = `${url ?? POINTS}/api/v2`;
  const panel = `${url ?? PANEL}/api/v3`;
  const searching = createBreaker();
  const checking = createBreaker();

  /** @throws if there is no response, or one that is too large */
  async function send({ url: address, timeout, largest, body }: Call) {
    const response = await fetch(address, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString("base64")}`,
        ...(body && { "content-type": "application/json" }),
      },
      body: body ?? null,
      redirect: "error",
      signal: AbortSignal.timeout(timeout),
    });
    return { status: response.status, content: await readBounded(response, largest) };
  }

  /** Requests points through a circuit breaker. `none`: the result for a 4xx status, which is no failure of the provider. */
  async function read<Body>(
    breaker: Breaker,
    schema: z.ZodType<Body>,
    path: string,
    none: Body,
  ): Promise<RelayAnswer<Body>> {
    if (breaker.isOpen()) return { kind: "unknown", reason: "several failures in a row" };
    const call = { url: points + path, timeout: SEARCH_TIMEOUT_MS, largest: LARGEST_JSON_BYTES };
    try {
      const { status, content } = await send(call);
      if (status >= 400 && !isNoAnswer(status)) return breaker.succeed(none);
      if (status !== 200) throw new Error(`HTTP ${status}`);
      return breaker.succeed(schema.parse(JSON.parse(content.toString())));
    } catch (error) {
      breaker.fail();
      return { kind: "unknown", reason: reasonOf(error) };
    }
  }

  /** Finds the shipment with a reference; undefined if there is none. @throws without a usable response */
  async function findShipment(reference: string) {
    const query = new URLSearchParams({ external_reference_id: reference });
    const { status, content } = await send({
      url: `${panel}/shipments?${query}`,
      timeout: LABEL_TIMEOUT_MS,
      largest: LARGEST_LABEL_BYTES,
    });
    if (status !== 200) throw new Error(`HTTP ${status}`);
    return z.object({ data: z.array(shipment) }).parse(JSON.parse(content.toString())).data[0];
  }

  return {
    /** Points near a postal code or an address, nearest first, without those that are closed all week. */
    async search(address: string, country: string): Promise<RelayAnswer<FoundRelay[]>> {
      const query = new URLSearchParams({ country, address, radius: String(RADIUS_METRES) });
      const answer = await read(searching, servicePoints, `/service-points?${query}`, []);
      if (answer.kind === "unknown") return answer;
      const near = answer.body
        .filter((point) => !point.isClosedAllWeek && point.country === country)
        .sort((one, other) => (one.distance ?? Infinity) - (other.distance ?? Infinity))
        .slice(0, MOST_POINTS)
        .map(({ isClosedAllWeek: _open, ...point }) => point);
      return { kind: "ok", body: near };
    },

    /** The current state of a point; null if it no longer accepts parcels. */
    async find(id: string): Promise<RelayAnswer<RelayPoint | null>> {
      const path = `/service-points/${encodeURIComponent(id)}`;
      const [point, isAvailable] = await Promise.all([
        read(checking, servicePoint.nullable(), path, null),
        read(checking, z.boolean(), `${path}/check-availability`, false),
      ]);
      if (isAvailable.kind === "ok" && !isAvailable.body) return { kind: "ok", body: null };
      if (point.kind === "unknown" || point.body === null) return point;
      const { isClosedAllWeek, distance: _distance, ...found } = point.body;
      return { kind: "ok", body: isClosedAllWeek ? null : found };
    },

    /**
     * Makes a shipment to a point or a home, and its label. Idempotent by reference: the provider answers 409 to a known reference, and
     * this then returns the existing shipment.
     */
    async createLabel(request: LabelRequest): Promise<LabelAnswer> {
      try {
        const { status, content } = await send({
          url: `${panel}/shipments/announce-with-shipping-rules`,
          timeout: LABEL_TIMEOUT_MS,
          largest: LARGEST_LABEL_BYTES,
          body: JSON.stringify(shipmentOf(request)),
        });
        if (status === 409) {
          const known = await findShipment(request.reference);
          return known ? labelOf(known) : { kind: "unknown", reason: "HTTP 409" };
        }
        if (isNoAnswer(status)) return { kind: "unknown", reason: `HTTP ${status}` };
        const json: unknown = JSON.parse(content.toString());
        if (status !== 200 && status !== 201)
          return { kind: "refused", reason: refusalIn(json, status) };
        return labelOf(z.object({ data: shipment }).parse(json).data);
      } catch (error) {
        return { kind: "unknown", reason: reasonOf(error) };
      }
    },

    /**
     * Requests the cancellation of the shipment with a reference; some carriers confirm it later. Reads its status first, so that a retry
     * after a lost response doesn't cancel twice.
     */
    async cancelLabel(reference: string): Promise<CancelAnswer> {
      try {
        const known = await findShipment(reference);
        if (!known || isCancelled(known)) return { kind: "ok" };
        if (known.id === undefined) throw new Error("the shipment has no id");
        const { status, content } = await send({
          url: `${panel}/shipments/${encodeURIComponent(known.id)}/cancel`,
          timeout: LABEL_TIMEOUT_MS,
          largest: LARGEST_JSON_BYTES,
          body: null,
        });
        // 404 and 410: the shipment is already deleted.
        if ([200, 202, 404, 410].includes(status)) return { kind: "ok" };
        if (isNoAnswer(status)) return { kind: "unknown", reason: `HTTP ${status}` };
        return { kind: "refused", reason: refusalIn(JSON.parse(content.toString()), status) };
      } catch (error) {
        return { kind: "unknown", reason: reasonOf(error) };
      }
    },

    /** The label of a parcel as PDF; null if it could not be fetched. */
    async fetchLabel(parcelId: string): Promise<Buffer | null> {
      try {
        const { status, content } = await send({
          url: `${panel}/parcels/${encodeURIComponent(parcelId)}/documents/label`,
          timeout: LABEL_TIMEOUT_MS,
          largest: LARGEST_LABEL_BYTES,
        });
        return status === 200 ? asPdf(content) : null;
      } catch {
        return null;
      }
    },
  };
}

/** Whether a status says nothing about the request itself: 401 and 403 concern the credentials, 408, 425 and 429 ask for a retry. */
const isNoAnswer = (status: number): boolean =>
  status >= 500 || [401, 403, 408, 425, 429].includes(status);

const reasonOf = (error: unknown): string =>
  line(error instanceof Error ? error.message : String(error), 300);

/** Reads the body of a response. @throws once it exceeds `most` bytes, without reading the rest */
async function readBounded(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new Error(`the response exceeds ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
