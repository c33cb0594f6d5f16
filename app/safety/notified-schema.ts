import { z } from "zod";
import { optional } from "#app/messages/typed-text-schema.ts";
import { pastDay } from "./past-day-schema.ts";

/** The authorities to tell of a recall. `to`: French words that follow « déclaration ». */
export const AUTHORITIES = {
  rappelConso: {
    name: "RappelConso",
    to: "à RappelConso",
    href: "https://pro.rappel.conso.gouv.fr",
    why: "Le site officiel où le professionnel qui rappelle un produit le déclare (code de la consommation, L423-3).",
  },
  gateway: {
    name: "Safety Business Gateway",
    to: "au Safety Business Gateway",
    href: "https://webgate.ec.europa.eu/gpsd",
    why: "Le portail européen où une entreprise prévient les autorités d’un produit dangereux (règlement 2023/988, article 27). D’un cosmétique, prévenez aussi la personne responsable (règlement 1223/2009, article 6).",
  },
} as const;
export type Authority = keyof typeof AUTHORITIES;
export const AUTHORITY_NAMES = Object.keys(AUTHORITIES) as [Authority, ...Authority[]];

/** The day on which an authority was told, « 2026-11-29 », or why it was not. */
export type Told = { on: string } | { reason: string };
export type Notified = Partial<Record<Authority, Told>>;

/** The form of one authority: a day or a reason. */
export const notification = z
  .object({ authority: z.enum(AUTHORITY_NAMES), day: pastDay, reason: optional(500) })
  .superRefine(({ day, reason }, context) => {
    if ((day === "") !== (reason === "")) return;
    const message = day
      ? "Un jour ou une raison, pas les deux."
      : "Indiquez le jour de la déclaration, ou pourquoi il n’y en a pas.";
    context.addIssue({ code: "custom", path: ["day"], message });
  });
