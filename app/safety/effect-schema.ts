import { z } from "zod";
import { lines, optional, optionalSenderEmail, required } from "#app/messages/typed-text-schema.ts";
import { visibleText } from "#app/ui/blank-schema.ts";
import { PHONE } from "#app/ui/phone-schema.ts";
import { lotNumber } from "./lot-schema.ts";
import { pastDay } from "./past-day-schema.ts";
import { SERIOUSNESS } from "./seriousness-schema.ts";

type Seriousness = keyof typeof SERIOUSNESS;

/** The form « Signaler un effet indésirable ». */
export const effectForm = z.object({
  /** Blank, or the product of the page's address. */
  productId: z.string().max(128).default(""),
  product: optional(200).transform(visibleText),
  lot: lotNumber,
  description: required("Décrivez ce qui s’est passé.", 4_000, lines),
  occurredOn: pastDay,
  seriousness: z.enum(
    Object.keys(SERIOUSNESS) as Seriousness[],
    "Choisissez la conséquence la plus grave.",
  ),
  name: optional(200),
  email: optionalSenderEmail,
  phone: optional(40).refine(
    (text) => text === "" || PHONE.test(text),
    "Ce numéro ne semble pas complet.",
  ),
});
export type EffectForm = z.output<typeof effectForm>;

/** An administrator's act on a report: declared to the authority on `day`, or closed. `confirmed`: although not declared. */
export const effectAct = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("declare"),
    id: z.string().max(128),
    day: z.iso.date("Indiquez le jour de la déclaration."),
  }),
  z.object({
    intent: z.literal("close"),
    id: z.string().max(128),
    confirmed: z.literal("1").optional(),
  }),
]);
export type EffectAct = z.output<typeof effectAct>;
