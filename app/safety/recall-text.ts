import { frenchPeriod } from "#app/ui/french-day.ts";
import { frenchOf } from "#app/ui/french-of.ts";
import type { TypedScope } from "./recall-schema.ts";

/** « lots A12, B3 » or « commandes du 3 au 25 novembre 2026 ». */
export function scopeText({
  lots,
  fromDay,
  untilDay,
}: Pick<TypedScope, "lots" | "fromDay" | "untilDay">): string {
  if (lots.length > 0) return `lot${lots.length > 1 ? "s" : ""} ${lots.join(", ")}`;
  return `commandes passées ${frenchPeriod(fromDay!, untilDay!)}`;
}

/** `scopeText` with a capital letter, for the beginning of a sentence. */
export const scopeAtStart = (scope: Parameters<typeof scopeText>[0]): string => {
  const text = scopeText(scope);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The starting texts of a notice. `facts`: the product's reference and EAN, if known. */
export function noticeTemplate(
  name: string,
  scope: Pick<TypedScope, "lots" | "fromDay" | "untilDay">,
  facts: { reference: string | null; ean: string | null } | null,
  shop: { name: string; phone: string | undefined; email: string | undefined },
): Record<"description" | "danger" | "action" | "remedy" | "contact", string> {
  const identifiers = [
    facts?.reference && `référence ${facts.reference}`,
    facts?.ean && `EAN ${facts.ean}`,
    scopeText(scope),
  ].filter(Boolean);
  return {
    description: `${name}, vendu sur le site ${frenchOf(shop.name)}.\nIdentification\u00a0: ${identifiers.join(", ")}.`,
    danger: "",
    action:
      "Cessez immédiatement d’utiliser ce produit et gardez-le hors de portée des enfants.\nNe le jetez pas avant d’avoir reçu notre réponse.\nSi vous avez un symptôme, consultez un professionnel de santé.",
    remedy:
      "Au choix\u00a0: le remboursement du prix payé, ou l’échange contre un produit sûr.\nLe retour est à nos frais.",
    contact: [
      shop.email && `Joignez-nous sans frais par e-mail\u00a0: ${shop.email}.`,
      shop.phone && `Par téléphone, au prix d’un appel ordinaire\u00a0: ${shop.phone}.`,
    ]
      .filter(Boolean)
      .join("\n"),
  };
}
