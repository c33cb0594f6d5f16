import { pageMeta, siteOf } from "#app/page-meta.ts";
import { useShop } from "#app/root-shop.ts";
import type { Shop } from "#app/settings/shop.ts";
import { TextLink } from "#app/ui/link.tsx";
import type { Route } from "./+types/accessibility-page.ts";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

const TITLE = "Accessibilité";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: TITLE,
    description: `Comment ${siteOf(matches).name} rend sa boutique accessible à tous, ce qui ne l’est pas encore, et à qui l’écrire.`,
    path: "/accessibilite",
    ...siteOf(matches),
  });

/**
 * How the shop meets the accessibility requirements (directive 2019/882, annex V; consumer code, L412-13; arrêté of 9 October
 * 2023).
 */
export default function AccessibilityPage() {
  const shop = useShop();
  return shop && <LegalPage title={TITLE} sections={sectionsOf(shop)} />;
}

const sectionsOf = ({ email, phone, legalName }: Shop): LegalSection[] => [
  {
    id: "service",
    title: "Le service",
    body: (
      <p>
        Cette boutique en ligne permet de chercher des produits, de les commander et de les payer,
        de suivre ses commandes et d’écrire au service client. Elle vise la norme EN 301 549 et les
        règles WCAG 2.2, niveau AA, que la directive européenne 2019/882 et l’article L412-13 du
        code de la consommation demandent aux boutiques en ligne.
      </p>
    ),
  },
  {
    id: "comment",
    title: "Comment elle est accessible",
    body: (
      <ul>
        <li>Tout se fait au clavier ; le focus reste visible et suit l’ordre de lecture.</li>
        <li>
          Les titres, listes, champs et messages d’erreur sont annoncés par les lecteurs d’écran ;
          une erreur est écrite à côté de son champ.
        </li>
        <li>Les textes ont un contraste de 4,5 pour 1 au moins, dans toutes les palettes.</li>
        <li>
          Les pages s’agrandissent jusqu’à 400 % et tiennent dans 320 pixels, sans défilement
          horizontal.
        </li>
        <li>Les animations s’arrêtent si votre appareil les limite ; rien ne clignote.</li>
        <li>Les e-mails existent en texte simple, et les factures en PDF balisé.</li>
      </ul>
    ),
  },
  {
    id: "verification",
    title: "Comment c’est vérifié",
    body: (
      <p>
        Chaque version de la boutique est vérifiée par un outil automatique (axe) sur tous ses
        écrans, et parcourue au clavier. Un tel contrôle ne trouve pas tous les défauts : aucun
        audit indépendant n’a encore été mené.
      </p>
    ),
  },
  {
    id: "limites",
    title: "Ce qui ne l’est pas encore",
    body: (
      <ul>
        <li>
          La fenêtre de paiement est celle de PayPal, qui répond de son accessibilité ; le paiement
          à la livraison, quand il est proposé, est l’autre voie.
        </li>
        <li>Le panier demande JavaScript.</li>
        <li>Une photographie ajoutée par un client ou par nous peut manquer de description.</li>
      </ul>
    ),
  },
  {
    id: "contact",
    title: "Nous le signaler",
    body: (
      <>
        <p>
          Un obstacle, ou un contenu qu’il vous faut autrement ? Écrivez à {legalName} par le{" "}
          <TextLink to="/contact">formulaire de contact</TextLink>
          {email && (
            <>
              , à{" "}
              <a className="link" href={`mailto:${email}`}>
                {email}
              </a>
            </>
          )}
          <span>{phone && `, ou appelez le ${phone}`}</span>. Nous vous aidons à commander autrement
          si besoin.
        </p>
        <p>
          Sans réponse satisfaisante, vous pouvez vous adresser à la DGCCRF (
          <a className="link" href="https://signal.conso.gouv.fr">
            signal.conso.gouv.fr
          </a>
          ) ou au Défenseur des droits (
          <a className="link" href="https://www.defenseurdesdroits.fr">
            www.defenseurdesdroits.fr
          </a>
          ).
        </p>
      </>
    ),
  },
];
