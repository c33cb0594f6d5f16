import type { ReactNode } from "react";
import { pageMeta, siteOf } from "#app/platform/page-meta.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/faqs-page.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "Questions fréquentes",
    description:
      "Moyens de paiement, suivi de commande, retours sous 30 jours, livraison à l’étranger, échantillons : les réponses d’Éclat à vos questions.",
    path: "/faqs",
    baseUrl: siteOf(matches).baseUrl,
  });

/** The six questions of specification §2, in order. */
const QUESTIONS: { question: string; answer: ReactNode }[] = [
  {
    question: "Quels moyens de paiement acceptez-vous ?",
    answer: (
      <p>
        Le paiement sécurisé en ligne, par PayPal ou par carte bancaire, et le paiement à la
        livraison, en espèces. Vous choisissez dans le panier, avant de commander.
      </p>
    ),
  },
  {
    question: "Comment suivre ma commande ?",
    answer: (
      <p>
        Dans votre compte, la page{" "}
        <Link className="link" to="/admin/my-orders">
          Mes commandes
        </Link>{" "}
        indique si le colis est livré et rappelle son numéro de livraison et la période estimée :
        quatre jours au plus après la commande.
      </p>
    ),
  },
  {
    question: "Quelle est votre politique de retour ?",
    answer: (
      <>
        <p>
          La loi vous donne 14 jours à partir de la réception pour vous rétracter. Nous en offrons
          16 de plus, soit 30 jours en tout. Le remboursement part dans les 14 jours.
        </p>
        <p>
          Comment faire, et le formulaire type :{" "}
          <Link className="link" to="/condition-generale-de-vente#retractation">
            conditions générales de vente
          </Link>
          .
        </p>
      </>
    ),
  },
  {
    question: "Livrez-vous à l’étranger ?",
    answer: (
      <p>
        Oui, dans l’Union européenne : indiquez votre adresse complète, pays compris, au moment de
        commander. Les parfums voyagent uniquement par la route. Pour une autre destination,
        écrivez-nous avant de commander.
      </p>
    ),
  },
  {
    question: "Comment contacter le service client ?",
    answer: (
      <p>
        Par le{" "}
        <Link className="link" to="/contact">
          formulaire de contact
        </Link>
        , par e-mail ou par téléphone, aux coordonnées affichées en haut de chaque page.
      </p>
    ),
  },
  {
    question: "Proposez-vous des échantillons gratuits ?",
    answer: <p>Oui, deux échantillons accompagnent chaque commande, dans la limite des stocks.</p>,
  },
];

export default function FaqsPage() {
  return (
    <div className="wrap">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "FAQ" }]} />
      <div className="split">
        <div className="split__l">
          <h1 className="h2">
            Questions <em>fréquentes</em>
          </h1>
          <p>Votre réponse n’y est pas ? Écrivez-nous, une personne vous lit.</p>
          <ButtonLink to="/contact" variant="secondary">
            Nous contacter
          </ButtonLink>
        </div>
        <div className="split__r faq">
          {QUESTIONS.map(({ question, answer }) => (
            // The browser closes an open question when another <details> with the same `name` opens, without JavaScript.
            <details key={question} name="faq">
              <summary>
                <span>{question}</span>
                <Icon name="plus" size={24} className="faq__plus" />
                <Icon name="minus" size={24} className="faq__minus" />
              </summary>
              {answer}
            </details>
          ))}
        </div>
      </div>
    </div>
  );
}
