import { LOCAL, type Line } from "./checklist-line.ts";
import type { Facts } from "./shop-facts.ts";

/** The lines about how customers pay. */
export function paymentLines(facts: Facts): Line[] {
  const { payments, isPublic } = facts;
  const line = (
    id: string,
    rest: Pick<Line, "title" | "isDone" | "isMoot" | "why" | "to">,
  ): Line => ({
    id,
    section: "payment",
    isObligatory: true,
    ...rest,
  });
  return [
    line("payments", {
      title: "Les paiements en ligne",
      isDone: payments === "live" || !isPublic,
      isMoot: payments !== "live" && !isPublic,
      why: {
        live: "Les clients paient réellement, par PayPal.",
        sandbox: isPublic
          ? "PayPal est en mode d’essai\u00a0: personne n’est débité. Sur le serveur, donnez `PAYPAL_ENVIRONMENT=live` et les identifiants réels, puis redémarrez la boutique (docs/paypal.md)."
          : `PayPal est en mode d’essai\u00a0: personne n’est débité. ${LOCAL}`,
        simulated: isPublic
          ? "Les paiements sont simulés\u00a0: personne n’est débité. Sur le serveur, donnez `PAYPAL_CLIENT_ID` et `PAYPAL_CLIENT_SECRET`, puis redémarrez la boutique (docs/paypal.md)."
          : `Les paiements sont simulés\u00a0: personne n’est débité. ${LOCAL}`,
      }[payments],
      to: null,
    }),
    line("credentials", {
      title: "La connexion à PayPal",
      isDone: facts.doCredentialsAnswer,
      isMoot: facts.doCredentialsAnswer && payments === "simulated",
      why: facts.doCredentialsAnswer
        ? payments === "simulated"
          ? "Les paiements sont simulés\u00a0: il n’y a pas d’identifiants à vérifier."
          : "PayPal accepte les identifiants de la boutique."
        : "PayPal refuse les identifiants de la boutique, ou ne répond pas\u00a0: vérifiez `PAYPAL_CLIENT_ID` et `PAYPAL_CLIENT_SECRET` sur le serveur.",
      to: null,
    }),
    line("webhook", {
      title: "Les notifications de PayPal",
      isDone: facts.isWebhookProven,
      why: facts.isWebhookProven
        ? `Une notification de paiement, signée par ${payments === "simulated" ? "le simulateur" : "PayPal"}, est arrivée à la boutique.`
        : facts.hasWebhook
          ? "La boutique n’a pas encore reçu de notification de paiement. Passez une commande d’essai avec votre compte, payez-la, puis remboursez-la."
          : "Créez un webhook dans votre compte PayPal, puis donnez `PAYPAL_WEBHOOK_ID` au serveur et redémarrez la boutique (docs/paypal.md).",
      to: facts.isWebhookProven || !facts.hasWebhook ? null : "/boutique",
    }),
    {
      ...line("cash", {
        title: "Le paiement à la livraison",
        isDone: facts.settings.sales.cash !== "",
        why: facts.settings.sales.cash
          ? "Vous avez choisi avec quelles livraisons vous l’acceptez."
          : "Il est proposé avec les deux livraisons, mais le comptoir d’un transporteur n’encaisse pas d’espèces\u00a0: choisissez avec quelles livraisons vous l’acceptez.",
        to: "/admin/reglages/vente",
      }),
      isObligatory: false,
    },
  ];
}
