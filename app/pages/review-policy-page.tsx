import { pageMeta, siteOf } from "#app/page-meta.ts";
import { TextLink } from "#app/ui/link.tsx";
import type { Route } from "./+types/review-policy-page.ts";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

const TITLE = "Gestion des avis";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: TITLE,
    description: `Qui publie un avis chez ${siteOf(matches).name}, comment il est contrôlé, classé, signalé, gardé et retiré.`,
    path: "/gestion-des-avis",
    ...siteOf(matches),
  });

export default function ReviewPolicyPage() {
  return <LegalPage title={TITLE} sections={SECTIONS} />;
}

/** The information on reviews that the law requires (consumer code, L111-7-2 and D111-16 to D111-19). */
const SECTIONS: LegalSection[] = [
  {
    id: "auteurs",
    title: "Qui peut publier un avis",
    body: (
      <p>
        Toute personne qui a un compte, qu’elle ait acheté le produit chez nous ou non. Un avis
        n’est jamais payé&nbsp;: nous ne donnons rien en échange, ni argent, ni produit, ni
        réduction.
      </p>
    ),
  },
  {
    id: "controle",
    title: "Ce qui est contrôlé",
    body: (
      <>
        <p>
          Un avis est publié dès qu’il est envoyé. Nous ne le lisons pas avant, et nous ne
          choisissons pas entre les bons et les mauvais&nbsp;: la moyenne compte chaque avis publié.
        </p>
        <ul>
          <li>
            « Achat vérifié »&nbsp;: une commande de ce produit, faite avec le compte de l’auteur, a
            été livrée. Nos commandes le montrent, sans déclaration de l’auteur.
          </li>
          <li>
            « Achat non vérifié »&nbsp;: nous n’avons pas livré ce produit à ce compte. L’auteur l’a
            peut-être acheté ailleurs.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "dates",
    title: "Les dates et l’ordre",
    body: (
      <p>
        Chaque avis porte sa date de publication, celle de la livraison si son auteur l’a reçu de
        nous, sinon celle de son essai s’il l’a indiquée, et celle de sa dernière modification. Les
        avis sont triés du plus récent au plus ancien&nbsp;; on peut n’afficher que ceux d’une même
        note.
      </p>
    ),
  },
  {
    id: "modifier",
    title: "Modifier ou supprimer le vôtre",
    body: (
      <p>
        Quand vous êtes connecté, « Modifier ou supprimer » apparaît sous vos avis, sur la page du
        produit. Un avis est publié tant que le produit est en vente, ou jusqu’à ce que son auteur
        le retire. Si vous supprimez votre compte, vos avis restent sous le nom « Client supprimé »,
        sauf si vous demandez de les effacer. Dans tous les cas, la loi nous demande de garder à
        part, cinq ans au plus, qui les a écrits.
      </p>
    ),
  },
  {
    id: "signaler",
    title: "Signaler un avis",
    body: (
      <>
        <p>
          « Signaler cet avis », sous chaque avis, s’adresse à une personne et non à un automate.
          Vous recevez un accusé de réception, puis la décision avec ses raisons. Nous masquons un
          avis illicite (injure, diffamation, haine), qui révèle des données personnelles, qui est
          faux ou publicitaire, ou qui ne parle pas du produit. Un avis n’est jamais masqué parce
          qu’il est mauvais.
        </p>
        <p>
          Un avis masqué n’apparaît plus et ne compte plus dans la moyenne. Son auteur en reçoit les
          raisons par e-mail, sans savoir qui l’a signalé. Auteur et personne qui signale peuvent
          contester la décision&nbsp;: <TextLink to="/contact">écrivez-nous</TextLink>.
        </p>
      </>
    ),
  },
];
