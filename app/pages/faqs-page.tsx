import { pageMeta, siteOf } from "#app/page-meta.ts";
import { requestContext } from "#app/request-context.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchOf } from "#app/ui/french-of.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Italic } from "#app/ui/italic.tsx";
import { Markdown } from "#app/ui/markdown.tsx";
import type { Route } from "./+types/faqs-page.ts";
import { pageTexts } from "./page-texts.server.ts";

export const loader = ({ context }: Route.LoaderArgs) =>
  pageTexts(context.get(requestContext).services.settings.current()).questions;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "Questions fréquentes",
    description: `Moyens de paiement, suivi de commande, retours sous ${siteOf(matches).shop?.returnDays} jours, livraison à l’étranger, échantillons : les réponses ${frenchOf(siteOf(matches).name)} à vos questions.`,
    path: "/faqs",
    ...siteOf(matches),
  });

export default function FaqsPage({ loaderData: questions }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "FAQ" }]} />
      <div className="split">
        <div className="split__l">
          <h1 className="h2">
            Questions <Italic>fréquentes</Italic>
          </h1>
          <p>Votre réponse n’y est pas ? Écrivez-nous, une personne vous lit.</p>
          <ButtonLink to="/contact" variant="secondary">
            Nous contacter
          </ButtonLink>
        </div>
        <div className="split__r faq">
          {questions.map(({ id, question, answer }) => (
            // The browser closes an open question when another <details> with the same `name` opens, without JavaScript.
            <details key={id} name="faq">
              <summary>
                <span>{question}</span>
                <Icon name="plus" size={24} className="faq__plus" />
                <Icon name="minus" size={24} className="faq__minus" />
              </summary>
              <Markdown nodes={answer} level={2} />
            </details>
          ))}
        </div>
      </div>
    </div>
  );
}
