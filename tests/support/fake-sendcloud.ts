import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll } from "vitest";
import type { FoundRelay } from "#app/relays/relay-schema.ts";

/** A label's first bytes are enough for the shop. */
export const LABEL_PDF = "%PDF-1.4 étiquette";

type Shipment = { external_reference_id: string; [field: string]: unknown };
type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => boolean;

/** A point as Sendcloud describes it. */
export const servicePoint = (fields: Record<string, unknown> = {}) => ({
  id: 123,
  code: "FR-1",
  is_active: true,
  carrier: "mondial_relay",
  name: "Tabac du Port",
  street: "quai des Chartrons",
  house_number: "12",
  postal_code: "33000",
  city: "BORDEAUX",
  country: "FR",
  formatted_opening_times: { "0": ["09:00 - 12:00", "14:00 - 19:00"], "5": ["09:00 - 12:00"] },
  open_tomorrow: true,
  open_upcoming_week: true,
  distance: 350,
  ...fields,
});

/** The same point as the shop shows it, without its hours. */
export const SHOWN_POINT: FoundRelay = {
  id: "123",
  carrier: "mondial_relay",
  name: "Tabac du Port",
  street: "12 quai des Chartrons",
  postalCode: "33000",
  city: "BORDEAUX",
  country: "FR",
  hours: ["", "", "", "", "", "", ""],
  distance: null,
};

/**
 * A fake Sendcloud on a port of its own. `answerWith` overrides responses (returns true if it responded). `points`, `closed`: its service
 * points, and the ids of closed ones. `requests`, `shipments`, `cancelled`: what it has received, created and cancelled.
 */
export async function openFakeSendcloud() {
  const fake = {
    url: "",
    points: [servicePoint()] as unknown[],
    closed: new Set<number>(),
    requests: [] as string[],
    authorization: "",
    shipments: [] as Shipment[],
    cancelled: [] as string[],
    announcementError: null as string | null,
    answerWith: null as Answer | null,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      fake.requests.push(`${request.method} ${decodeURIComponent(request.url ?? "")}`);
      fake.authorization = request.headers.authorization ?? "";
      if (fake.answerWith?.(request, response, body)) return;
      const { status, json } = usual(request, body);
      if (Buffer.isBuffer(json)) response.writeHead(status).end(json);
      else
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(json));
    });
  });
  const shown = (shipment: Shipment) => ({
    id: `shipment-${fake.shipments.indexOf(shipment)}`,
    carrier: { code: shipment["to_service_point"] ? "mondial_relay" : "colissimo" },
    parcels: [
      {
        id: 900 + fake.shipments.indexOf(shipment),
        status: {
          code: fake.cancelled.includes(`shipment-${fake.shipments.indexOf(shipment)}`)
            ? "CANCELLED"
            : "READY_TO_SEND",
          message: "",
        },
        tracking_number: `mr 1234-567${8 + fake.cancelled.length}`,
      },
    ],
    errors: fake.announcementError ? [{ detail: fake.announcementError }] : [],
  });
  function usual({ method, url = "" }: IncomingMessage, body: string) {
    const { pathname, searchParams } = new URL(url, "http://fake");
    const [, id, check] = /service-points\/(\d+)(\/check-availability)?$/.exec(pathname) ?? [];
    if (id) {
      const point = fake.points.find((one) => String((one as { id: unknown }).id) === id);
      if (check) return { status: 200, json: Boolean(point) && !fake.closed.has(Number(id)) };
      return point ? { status: 200, json: point } : { status: 404, json: { detail: "Not found." } };
    }
    if (pathname.endsWith("/service-points")) return { status: 200, json: fake.points };
    if (pathname.endsWith("/documents/label")) return { status: 200, json: Buffer.from(LABEL_PDF) };
    if (method === "GET") {
      const wanted = searchParams.get("external_reference_id");
      const found = fake.shipments.filter((one) => one.external_reference_id === wanted);
      return { status: 200, json: { data: found.map(shown) } };
    }
    const [, cancelled] = /shipments\/([\w-]+)\/cancel$/.exec(pathname) ?? [];
    if (cancelled) {
      fake.cancelled.push(cancelled);
      return { status: 200, json: { data: { status: "cancelled", message: "Cancelled." } } };
    }
    const asked = JSON.parse(body) as Shipment;
    const known = fake.shipments.find(
      (one) => one.external_reference_id === asked.external_reference_id,
    );
    if (known) return { status: 409, json: { data: shown(known) } };
    fake.shipments.push(asked);
    return { status: 201, json: { data: shown(asked) } };
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  fake.url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return fake;
}
