import { pageMeta, siteOf } from "#app/page-meta.ts";
import { useShop } from "#app/root-shop.ts";
import { isResponsible } from "#app/settings/responsible-person.ts";
import type { Shop } from "#app/settings/shop.ts";
import { TextLink } from "#app/ui/link.tsx";
import type { Route } from "./+types/legal-notice-page.ts";
import { LegalPage, type LegalSection } from "./legal-page.tsx";
import { Seller } from "./seller-facts.tsx";

const TITLE = "Mentions légales";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: TITLE,
    description: `Qui édite ce site et vend ses produits : nom, adresse, immatriculation et moyens de joindre ${siteOf(matches).name}.`,
    path: "/mentions-legales",
    ...siteOf(matches),
  });

export default function LegalNoticePage() {
  const shop = useShop();
  return shop && <LegalPage title={TITLE} sections={noticeSections(shop)} />;
}

const noticeSections = (shop: Shop): LegalSection[] => [
  {
    id: "editeur",
    title: "L’éditeur du site",
    body: (
      <>
        <Seller shop={shop} />
        {/* Identifiers of producer responsibility (environmental code, L541-10-10) */}
        <p>
          Sur demande, nous vous donnons l’identifiant unique REP de chaque producteur de nos
          produits et de leurs emballages.
        </p>
        <p>
          Une question, une erreur à signaler ? <TextLink to="/contact">Écrivez-nous</TextLink>.
        </p>
        {/* Single point of contact (regulation 2022/2065, art. 11 (3) and 12) */}
        <p>
          Le formulaire de contact est aussi le point de contact des autorités et des utilisateurs
          pour les avis publiés ici (règlement européen 2022/2065), en français ou en anglais.
        </p>
      </>
    ),
  },
  ...(shop.hosting
    ? [{ id: "hebergeur", title: "L’hébergeur du site", body: <p>{shop.hosting}</p> }]
    : []),
  ...(shop.mediator
    ? [
        {
          id: "mediation",
          title: "Le médiateur de la consommation",
          body: (
            <p>
              {`Après une réclamation écrite restée sans accord, vous pouvez saisir gratuitement le médiateur dont relève ${shop.legalName}\u00a0: ${shop.mediator}.`}
            </p>
          ),
        },
      ]
    : []),
  {
    id: "propriete",
    title: "Textes et photographies",
    body: (
      <p>
        Les textes, photographies et signes de ce site appartiennent à {shop.legalName}. Ils ne
        peuvent être repris sans son accord, hors les exceptions que prévoit la loi. Les avis sur
        les produits expriment l’opinion de leurs auteurs.
      </p>
    ),
  },
  {
    id: "regles",
    title: "Vente et données personnelles",
    body: (
      <ul>
        <li>
          <TextLink to="/condition-generale-de-vente">Conditions générales de vente</TextLink>
        </li>
        <li>
          <TextLink to="/plitique-de-confidentialite">Politique de confidentialité</TextLink>
        </li>
        <li>
          <TextLink to="/rappels">Rappels de produits</TextLink>
        </li>
        {isResponsible(shop) && (
          <li>
            <a className="link" href="/perturbateurs-endocriniens.json">
              Perturbateurs endocriniens
            </a>{" "}
            présents dans nos produits, en données ouvertes (JSON)
          </li>
        )}
      </ul>
    ),
  },
];
