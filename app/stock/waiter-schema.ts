import { z } from "zod";
import { email } from "#app/accounts/sign-in-schema.ts";

/** The form « Me prévenir du retour ». */
export const waiterForm = z.object({ email });

/** The form of the page to which the mails link: « oui » confirms, « non » erases the address. */
export const waitingForm = z.object({ answer: z.enum(["oui", "non"]) });
