import { sql } from "drizzle-orm";
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
