import { createHash } from "node:crypto";
import type { Admin } from "#app/accounts/as-admin.server.ts";
import type { Carrier } from "#app/delivery/carriers.ts";
import { pickUpRefusal } from "#app/orders/pick-up.ts";
import type { Services } from "#app/request-context.ts";
import { checkNumbers, type CheckedLine, type Effect } from "./check-numbers.server.ts";
import { handOver } from "./hand-over.server.ts";
import type { NumberLine } from "./numbers-file.server.ts";
import { recordParcelPickUp } from "./parcel-pick-up.server.ts";
import { refusalText } from "./sending-refusals.ts";
import { changeTracking } from "./tracking-numbers.server.ts";

export type ApplyOutcome =
  /** `failed`: orders that changed while the file was applied, each with its reason. */
  | {
      kind: "applied";
      handedOver: number;
      /** Further parcels of orders. */
      added: number;
      numbered: number;
      pickedUp: number;
      failed: { order: string; reason: string }[];
    }
  /** A line has an error now, or would do something else than the page showed: nothing was written. */
  | { kind: "changed"; lines: CheckedLine[] };

/** A line of a file, and what the administrator saw of it. */
export type SeenLine = NumberLine & { effect: Effect; warnings: string };

/**
 * Applies the lines of a checked file that have an effect, with one short transaction per order. Idempotent: sending the file again after
 * an interruption continues it, because applied lines have no further effect.
 */
export async function applyNumbers(
  services: Pick<Services, "db" | "jobs">,
  admin: Admin,
  seen: readonly SeenLine[],
  fallback: Carrier,
): Promise<ApplyOutcome> {
  const lines = seen.map(({ effect: _effect, warnings: _warnings, ...line }): NumberLine => line);
  const checked = await checkNumbers(services.db, lines, fallback);
  const isSame = checked.every((line, index) => isAsSeen(line, seen[index]));
  if (!isSame) return { kind: "changed", lines: checked };
  const formKey = createHash("sha256")
    .update(JSON.stringify([lines, fallback]))
    .digest("hex");
  const outcome = {
    kind: "applied" as const,
    handedOver: 0,
    added: 0,
    numbered: 0,
    pickedUp: 0,
    failed: [] as { order: string; reason: string }[],
  };
  for (const line of checked) {
    if (line.effect === null || line.effect === "done") continue;
    const { effect, orderId, carrierOf: carrier, numberOf: number, parcelId, warnings } = line;
    if (line.pickedUpOn && parcelId) {
      const pickUp = { parcelId, day: line.pickedUpOn };
      const recorded = await recordParcelPickUp(services, admin, pickUp);
      if (recorded.kind === "recorded") outcome.pickedUp++;
      else outcome.failed.push({ order: line.order, reason: pickUpRefusal(recorded) });
      continue;
    }
    const done = parcelId
      ? await changeTracking(services, admin, { parcelId, carrier, trackingNumber: number })
      : await handOver(services, admin, {
          orderId,
          carrier,
          trackingNumber: number,
          lines: effect === "parcel" ? "unknown" : "all",
          formKey: effect === "parcel" ? `${formKey} ${number}` : formKey,
          confirmed: warnings,
        });
    if (done.kind === "handed-over") outcome[effect === "parcel" ? "added" : "handedOver"]++;
    else if (done.kind === "saved") outcome.numbered++;
    else outcome.failed.push({ order: line.order, reason: refusalText(done) });
  }
  return outcome;
}

/** Whether a line still has the effect that the page showed, or was applied meanwhile. */
function isAsSeen(line: CheckedLine, seen: SeenLine | undefined): boolean {
  if (line.effect === null || !seen) return false;
  return line.effect === "done" || (line.effect === seen.effect && line.warnings === seen.warnings);
}
