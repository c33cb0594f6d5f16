import { LEGAL_DAYS } from "#app/platform/return-period-schema.ts";
import type { Settings } from "#app/settings-values.ts";
import { SAMPLES_ANSWER } from "./pages-schema.ts";
import { pagesSettings } from "./pages-settings.server.ts";

/**
 * Initial answers of earlier versions, by question: a stored answer that equals one is replaced by the current initial answer. The one
 * on samples is replaced when it is parsed (pages-schema.ts).
 */
const FORMER_ANSWERS: Record<string, string> = {
  paiement:
    "Le paiement sécurisé en ligne, par PayPal ou par carte bancaire, et le paiement à la livraison, en espèces. Vous choisissez dans le panier, avant de commander.",
  suivi:
    "Dans votre compte, la page [Mes commandes](/admin/my-orders) indique si le colis est livré et rappelle son numéro de livraison et la période estimée\u00a0: quatre jours au plus après la commande.",
  etranger:
    "Les pays où nous livrons sont indiqués dans le panier, avant de commander, et dans nos [conditions générales de vente](/condition-generale-de-vente#livraison). Les parfums voyagent uniquement par la route. Pour une autre destination, écrivez-nous avant de commander.",
};
const { initial: QUESTIONS } = pagesSettings.fields.questions;
const RENEWED = new Map(QUESTIONS.map(({ id, answer }) => [FORMER_ANSWERS[id], answer]));
const INITIAL_ANSWERS = new Set(QUESTIONS.map(({ answer }) => answer));

/**
 * Adapts an initial answer to the shop's delivery methods, period of returns, payment methods and samples. Returns an answer that the
 * shop has written unchanged.
 */
export function answerInForce(
  stored: string,
  { delivery, sales: { returnDays, cash, samples } }: Pick<Settings, "delivery" | "sales">,
): string {
  const answer = RENEWED.get(stored) ?? stored;
  if (!INITIAL_ANSWERS.has(answer)) return answer;
  if (answer === SAMPLES_ANSWER && samples === "no")
    return "La boutique n’en propose pas pour le moment.";
  const offered = returnDays - LEGAL_DAYS;
  const text = answer
    .replace(
      "Nous en offrons 16 de plus, soit 30 jours en tout. ",
      offered > 0 ? `Nous en offrons ${offered} de plus, soit ${returnDays} jours en tout. ` : "",
    )
    .replace(/, et le paiement à la livraison.*/, (cashToo) => (cash === "never" ? "." : cashToo));
  return delivery.list.some(({ isActive }) => isActive)
    ? text.replace("\u00a0: quatre jours au plus après la commande", "")
    : text;
}
