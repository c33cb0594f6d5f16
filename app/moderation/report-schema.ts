import { z } from "zod";
import { lines, optional, optionalSenderEmail, required } from "#app/messages/typed-text-schema.ts";
import { isBlank } from "#app/ui/blank-schema.ts";
import { ANONYMOUS_REASON, REPORT_REASONS, type ReportReason } from "./report-reason-schema.ts";

type Reporter = { reason?: string; name?: string; email?: string };
/** Reporters must give their name and e-mail, except for offences against children. */
const isNamed = (field: "name" | "email") => (report: Reporter) =>
  report.reason === ANONYMOUS_REASON || !isBlank(report[field] ?? "");
// Zod skips refinements after other errors by default; all errors are shown at once.
const always = { when: () => true };

/** The form « Signaler cet avis »: the contents of a notice (regulation 2022/2065, art. 16 (2)). */
export const reportForm = z
  .object({
    reason: z.enum(Object.keys(REPORT_REASONS) as ReportReason[], "Choisissez un motif."),
    explanation: required("Expliquez ce qui pose problème.", 2_000, lines),
    name: optional(200),
    email: optionalSenderEmail,
    faith: z.literal("1", "Cochez cette case pour envoyer le signalement."),
  })
  .refine(isNamed("name"), { path: ["name"], error: "Indiquez votre nom.", ...always })
  .refine(isNamed("email"), { path: ["email"], error: "Indiquez votre e-mail.", ...always });
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
