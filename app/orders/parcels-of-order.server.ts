import { sql } from "drizzle-orm";
import { orderLines } from "#db/schema/index.ts";
import type { ParcelView } from "./parcel-view.ts";

/** A parcel as `PARCELS_OF_ORDER` returns it. `at`: milliseconds since 1970. */
export type StoredParcel = Omit<ParcelView, "handedOverAt"> & { at: number };

/** SQL: the parcels of an order, the first one first. */
export const PARCELS_OF_ORDER = sql<StoredParcel[]>`(
  SELECT coalesce(json_agg(json_build_object('id', parcels.id, 'carrier', carrier, 'trackingNumber', tracking_number, 'pickedUpOn', parcels.picked_up_on,
      'at', floor(extract(epoch FROM parcels.handed_over_at) * 1000)::float8,
      'lines', (SELECT coalesce(json_agg(json_build_object('position', position, 'quantity', quantity) ORDER BY position), '[]')
        FROM parcel_lines WHERE parcel_id = parcels.id)) ORDER BY parcels.handed_over_at, parcels.id), '[]')
  FROM parcels WHERE parcels.order_id = orders.id)`;

/** SQL: the pieces of a line that are with a carrier. */
export const SENT_OF_LINE = sql<number>`coalesce((SELECT sum(parcel_lines.quantity) FROM parcel_lines
  WHERE parcel_lines.order_id = ${orderLines.orderId} AND parcel_lines.position = ${orderLines.position}), 0)::integer`;

/** SQL: the pieces of a line that are on no shelf. */
export const MISSING_OF_LINE = sql<number>`coalesce((SELECT stock_holds.missing FROM stock_holds
  WHERE stock_holds.order_id = ${orderLines.orderId} AND stock_holds.position = ${orderLines.position}), 0)`;
