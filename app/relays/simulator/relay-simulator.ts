import { Hono } from "hono";
import { z } from "zod";
import type { Config } from "#app/platform/config.server.ts";
import { CLOSED_MEANWHILE, inventedPoint, inventedPoints } from "./invented-points.ts";
import { labelPdf } from "./label-pdf.server.ts";

const MOST_SHIPMENTS = 1_000;
const request = z.object({
  external_reference_id: z.string().min(1).max(100),
  to_address: z.object({ name: z.string(), postal_code: z.string(), city: z.string() }),
  to_service_point: z.object({ id: z.string() }).optional(),
  parcels: z.array(z.object({ weight: z.object({ value: z.string() }) })).length(1),
});
type Shipment = {
  reference: string;
  carrier: string;
  parcel: number;
  number: string;
  to: string[];
  isCancelled: boolean;
};

/**
 * A simulator of the Sendcloud endpoints that the shop calls, with RELAY_SIMULATOR=1. Its points are invented; the last one of each list
 * is closed when an order is placed. Shipments are kept in memory until the process ends.
 */
export function relaySimulator({ sessionSecret }: Pick<Config, "sessionSecret">): Hono {
  const app = new Hono();
  const shipments = new Map<string, Shipment>();
  const credentials = `Basic ${Buffer.from(`demonstration:${sessionSecret}`).toString("base64")}`;
  app.use(async (c, next) =>
    c.req.header("authorization") === credentials
      ? next()
      : c.json({ errors: [{ status: "401", detail: "Invalid credentials" }] }, 401),
  );

  app.get("/api/v2/service-points", (c) =>
    c.json(inventedPoints(c.req.query("address") ?? "", c.req.query("country") ?? "")),
  );
  app.get("/api/v2/service-points/:id", (c) => {
    const point = inventedPoint(Number(c.req.param("id")));
    return point ? c.json(point) : c.json({ detail: "Not found." }, 404);
  });
  app.get("/api/v2/service-points/:id/check-availability", (c) =>
    c.json(Number(c.req.param("id")) % 10 !== CLOSED_MEANWHILE),
  );

  app.post("/api/v3/shipments/announce-with-shipping-rules", async (c) => {
    const { data } = request.safeParse(await c.req.json().catch(() => null));
    if (!data) return c.json({ errors: [{ status: "400", detail: "Invalid shipment." }] }, 400);
    const { external_reference_id: reference, to_address: address, to_service_point: point } = data;
    if (point && !inventedPoint(Number(point.id)))
      return c.json({ errors: [{ status: "400", detail: "Unknown service point." }] }, 400);
    const known = shipments.get(reference);
    if (known) return c.json({ data: shown(known) }, 409);
    const parcel = 100_000_000 + shipments.size;
    const to = [address.name, `${address.postal_code} ${address.city}`];
    const carrier = point ? "mondial_relay" : "colissimo";
    const made = { reference, carrier, parcel, number: `SIM${parcel}`, to, isCancelled: false };
    if (shipments.size < MOST_SHIPMENTS) shipments.set(reference, made);
    return c.json({ data: shown(made) }, 201);
  });
  app.get("/api/v3/shipments", (c) => {
    const known = shipments.get(c.req.query("external_reference_id") ?? "");
    return c.json({ data: known ? [shown(known)] : [] });
  });
  app.post("/api/v3/shipments/:id/cancel", (c) => {
    const known = [...shipments.values()].find(({ parcel }) => `${parcel}` === c.req.param("id"));
    if (!known) return c.json({ errors: [{ status: "404", detail: "Not found." }] }, 404);
    known.isCancelled = true;
    return c.json({ data: { status: "cancelled", message: "Shipment has been cancelled" } });
  });
  app.get("/api/v3/parcels/:id/documents/label", async (c) => {
    const known = [...shipments.values()].find(({ parcel }) => `${parcel}` === c.req.param("id"));
    if (!known) return c.json({ errors: [{ status: "404", detail: "Not found." }] }, 404);
    return c.body(new Uint8Array(await labelPdf(known.number, known.to)), 200, {
      "content-type": "application/pdf",
    });
  });
  return app;
}

const shown = ({ carrier, parcel, number, isCancelled }: Shipment) => ({
  id: `${parcel}`,
  carrier: { code: carrier },
  parcels: [
    {
      id: parcel,
      tracking_number: number,
      status: { code: isCancelled ? "CANCELLED" : "READY_TO_SEND" },
    },
  ],
  errors: [],
});
