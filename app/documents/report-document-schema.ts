import { z } from "zod";
import { REPORT_REASONS, type ReportReason } from "#app/moderation/report-reason-schema.ts";
import { id, LONGEST_EMAIL, text, time } from "./document-field-schema.ts";

/** A report of a comment; not a collection of §3. */
export const reportDocument = z.object({
  id,
  commentId: id.nullable(),
  productId: id,
  productName: text(200),
  reason: z.enum(Object.keys(REPORT_REASONS) as ReportReason[]),
  explanation: text(2_000),
  name: text(200),
  email: text(LONGEST_EMAIL),
  createdAt: time,
  decision: z.enum(["hidden", "kept", "removed"]).nullable(),
  decisionReason: text(2_000).nullable(),
  decidedAt: time.nullable(),
});
