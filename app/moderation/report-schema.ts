import { z } from "zod";
import { lines, required, senderEmail } from "#app/messages/typed-text-schema.ts";
import { REPORT_REASONS, type ReportReason } from "./report-reason-schema.ts";

/** The form « Signaler cet avis »: the contents of a notice (regulation 2022/2065, art. 16 (2)). */
export const reportForm = z.object({
  reason: z.enum(Object.keys(REPORT_REASONS) as ReportReason[], "Choisissez un motif."),
  explanation: required("Expliquez ce qui pose problème.", 2_000, lines),
  name: required("Indiquez votre nom.", 200),
  email: senderEmail,
  faith: z.literal("1", "Cochez cette case pour envoyer le signalement."),
});
export type ReportForm = z.output<typeof reportForm>;

/** An administrator's decision on a report. */
export const decisionForm = z.object({
  id: z.string().max(128).default(""),
  decision: z.enum(["hide", "keep", "close", "restore"]),
  reason: required(
    "Indiquez les raisons\u00a0: l’auteur ou la personne qui signale les lira.",
    2_000,
    lines,
  ),
  /** Version of the review that the administrator has read (`OpenReview.version`). */
  seen: z.string().max(40).default(""),
});
export type DecisionForm = z.output<typeof decisionForm>;
