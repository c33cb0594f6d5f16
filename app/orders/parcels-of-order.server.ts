import { sql, type SQL } from "drizzle-orm";
import { jsonRow, jsonRows } from "#app/platform/json-rows.server.ts";
import { parcelLines, parcels } from "#db/schema/index.ts";
import type { ParcelView } from "./parcel-view.ts";

/** SQL: the parcels of an order, the first one first. */
export const PARCELS_OF_ORDER: SQL<ParcelView[]> = jsonRows(
  jsonRow({
    id: parcels.id,
    carrier: parcels.carrier,
    trackingNumber: parcels.trackingNumber,
    handedOverAt: parcels.handedOverAt,
    pickedUpOn: parcels.pickedUpOn,
    lines: jsonRows(
      jsonRow({ position: parcelLines.position, quantity: parcelLines.quantity }),
      sql`${parcelLines} WHERE ${parcelLines.parcelId} = ${parcels.id}`,
      sql`${parcelLines.position}`,
    ),
  }),
  sql`${parcels} WHERE ${parcels.orderId} = orders.id`,
  sql`${parcels.handedOverAt}, ${parcels.id}`,
);
