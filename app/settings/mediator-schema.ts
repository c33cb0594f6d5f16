import { z } from "zod";
import { withHttps } from "./field-schema.ts";

/** The EU's platform for online disputes, which closed on 20 July 2025 and is refused as a mediator. */
const CLOSED_PLATFORM = /(^|\.)ec\.europa\.eu\.?$/;

/** The URL of the consumer mediator, or empty. */
export const mediatorUrl = z
  .string("Une adresse est attendue.")
  .trim()
  .max(300, "300 caractères au plus.")
  .transform(withHttps)
  .refine(
    (text) =>
      text === "" ||
      (!/\s/.test(text) &&
        z.url({ protocol: /^https$/, hostname: z.regexes.domain }).safeParse(text).success),
    "L’adresse du médiateur commence par https://.",
  )
  .refine(
    (text) => !URL.canParse(text) || !CLOSED_PLATFORM.test(new URL(text).hostname),
    "La plateforme européenne a fermé le 20 juillet 2025\u00a0: donnez le site de votre médiateur.",
  );

/** An https URL within the text of SHOP_MEDIATOR. */
const SITE = /https:\/\/([a-z0-9-]+\.)+[a-z]{2,}/i;
const OF_CLOSED_PLATFORM = /https:\/\/([\w-]+\.)*ec\.europa\.eu\b/i;

/** Whether a mediator is named with a site, as the law asks of a shop that sells (consumer code, L616-1 and R616-1). */
export function namesMediator(legal: { mediator: string; mediatorUrl: string }): boolean {
  const text = `${legal.mediator} ${legal.mediatorUrl}`;
  return legal.mediator !== "" && SITE.test(text) && !OF_CLOSED_PLATFORM.test(text);
}
