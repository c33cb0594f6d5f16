import type { ReactNode } from "react";
import type { Shop } from "#app/settings/shop.ts";
import { TextLink } from "#app/ui/link.tsx";
import type { LegalSection } from "./legal-page.tsx";
import { cookiesSection } from "./privacy-cookies.tsx";
import { Seller } from "./seller-facts.tsx";

/**
 * The privacy policy: stored personal data, purposes and retention (docs/data.md). Update it with every change of the schema.
 * `hasRelays`: whether the shop uses Sendcloud for relay points and labels (docs/relays.md).
 */
export function privacySections(shop: Shop, { hasRelays }: { hasRelays: boolean }): LegalSection[] {
  return [
    {
      id: "responsable",
      title: "Qui répond de vos données",
      body: (
        <>
          <p>Vos données sont traitées, pour la vente en ligne, par :</p>
          <Seller shop={shop} />
        </>
      ),
    },
    kept,
    recipientsSection(hasRelays),
    cookiesSection,
    security,
    rightsSection(shop),
  ];
}

type PurposeProps = { title: string; children: ReactNode; basis: string; kept: string };

/** A purpose of processing: the data, the legal basis (article 6 GDPR) and the retention. */
function Purpose({ title, children, basis, kept: retention }: PurposeProps) {
  return (
    <>
      <h3>{title}</h3>
      <p>{children}</p>
      <dl className="legal__facts">
        <div>
          <dt>Base légale</dt>
          <dd>{basis}</dd>
        </div>
        <div>
          <dt>Durée</dt>
          <dd>{retention}</dd>
        </div>
      </dl>
    </>
  );
}

const kept: LegalSection = {
  id: "donnees",
  title: "Ce que nous gardons, et pourquoi",
  body: (
    <>
      <p>
        Sans compte, vous parcourez la boutique sans nous dire qui vous êtes. Dans nos formulaires,
        ce qui n’est pas marqué « facultatif » est nécessaire au service demandé.
      </p>
      <Purpose
        title="Votre compte"
        basis="Le contrat qui nous lie ; votre accord pour la photo et la date de naissance."
        kept="Tant que le compte existe. Vous le supprimez quand vous voulez, dans ses paramètres. Sans connexion pendant 3 ans, il est supprimé, 30 jours après un e-mail qui vous prévient."
      >
        Nom, e-mail, mot de passe (sous une forme qui ne permet pas de le relire) et, si vous les
        ajoutez, téléphone, date de naissance, photo et carnet d’adresses. La date de naissance
        complète votre profil, que vous seul voyez ; elle ne sert à rien d’autre. Avant 15 ans, il
        faut l’accord d’un parent pour les données facultatives (article 45 de la loi du 6 janvier
        1978).
      </Purpose>
      <Purpose
        title="Vos commandes"
        basis="Le contrat de vente, puis nos obligations comptables."
        kept="10 ans, comme toute pièce comptable (article L123-22 du code de commerce). Si vous supprimez votre compte, le contrat d’une commande d’au moins 120 € est gardé à part, 10 ans après la livraison (article L213-1 du code de la consommation) : demandez-le-nous quand vous voulez. Sans compte, vos nom, e-mail, adresse et téléphone quittent vos commandes 3 ans après la dernière, ou à votre demande."
      >
        Produits, prix, nom, téléphone, adresse, e-mail si vous commandez sans compte, société et
        ses numéros si vous l’indiquez, livraison et paiement choisis, version des conditions de
        vente acceptée ; pour un paiement en ligne, son montant, ses références et l’e-mail de la
        personne qui a payé. Jamais de numéro de carte.
      </Purpose>
      <Purpose
        title="Le rappel d’une commande à payer"
        basis="Notre intérêt légitime à vous dire qu’une commande n’est pas payée. Vous le refusez d’un clic, dans l’e-mail."
        kept="Un seul e-mail par commande. Votre refus : 3 ans, sous la forme d’une empreinte de votre adresse."
      >
        Si la boutique l’a activé, un e-mail rappelle une commande passée et non payée. Un panier
        n’est jamais rappelé.
      </Purpose>
      <Purpose
        title="Vos rétractations"
        basis="L’obligation de recevoir votre rétractation et d’en accuser réception (article L221-21 du code de la consommation)."
        kept="5 ans, le temps d’une réclamation (article 2224 du code civil), même sans compte."
      >
        Votre déclaration : nom, e-mail de l’accusé de réception, numéro de livraison, articles,
        jour et heure. Elle n’est jamais modifiée.
      </Purpose>
      <Purpose
        title="Vos messages"
        basis="Notre intérêt légitime à vous répondre, ou le contrat s’il s’agit d’une commande."
        kept="3 ans au plus. Un message est effacé plus tôt sur simple demande."
      >
        Ce que vous écrivez dans le formulaire de contact, avec vos nom et e-mail et, s’ils sont
        indiqués, téléphone et société.
      </Purpose>
      <Purpose
        title="Le retour d’un produit épuisé"
        basis="Votre accord, donné en demandant à être prévenu."
        kept="Sans confirmation, 48 heures. Sinon jusqu’à 30 jours après l’e-mail qui vous prévient, et 1 an au plus. Chaque e-mail permet de l’effacer tout de suite."
      >
        L’e-mail que vous indiquez et le produit que vous attendez, pour un seul message.
      </Purpose>
      <Purpose
        title="Vos avis et vos favoris"
        basis="Votre accord, donné en les publiant ou en les ajoutant."
        kept="Jusqu’à ce que vous retiriez le favori ou l’avis. Si le compte disparaît, l’avis n’est plus lié à vous en public. Qui a écrit un avis supprimé, ou d’un compte supprimé, est gardé à part pour la justice&nbsp;: l’identité 5 ans, les autres données du compte 1 an (loi 2004-575, article 6&nbsp;; décret 2021-1362)."
      >
        La note, le texte et les dates d’un avis sont publics, avec le nom et la photo de votre
        compte : un pseudonyme convient. Vos favoris ne sont montrés qu’à vous.
      </Purpose>
      <Purpose
        title="Les avis que vous signalez"
        basis="Notre obligation de traiter les signalements (règlement européen 2022/2065, articles 16 et 17)."
        kept="1 an après la décision. Si vous supprimez votre compte, vos nom et e-mail en sont retirés."
      >
        Le motif et l’explication, avec vos nom et e-mail. L’auteur de l’avis ne les voit pas.
      </Purpose>
      <Purpose
        title="Votre sécurité"
        basis="Nos obligations de tracer les lots et de vous avertir d’un danger (règlements européens 1223/2009, article 7, et 2023/988, article 35) ; celle de suivre les effets indésirables que vous signalez (règlement 1223/2009, article 23 ; RGPD, article 9.2 i)."
        kept="Si vous supprimez votre compte, l’e-mail d’une commande dont le lot est noté est gardé à part, 3 ans après la livraison, pour vous avertir d’un rappel et pour rien d’autre. Un signalement d’effet indésirable est gardé 10 ans ; nom, e-mail et téléphone, 1 an après sa clôture."
      >
        Les lots des produits envoyés. D’un effet indésirable, ce que vous en écrivez, qui concerne
        votre santé&nbsp;: les administrateurs seuls le lisent, et l’Anses si l’effet est grave.
      </Purpose>
      <Purpose
        title="La sécurité du site"
        basis="Notre intérêt légitime à protéger les comptes."
        kept="La session expire 30 jours au plus après votre connexion, ou quand vous vous déconnectez."
      >
        À la connexion, l’adresse IP et le type de navigateur de la session ; l’adresse IP sert
        aussi à compter les essais de connexion. Nos journaux techniques ne contiennent ni nom, ni
        e-mail, ni téléphone.
      </Purpose>
    </>
  ),
};

const recipientsSection = (hasRelays: boolean): LegalSection => ({
  id: "destinataires",
  title: "Qui les reçoit",
  body: (
    <>
      <ul>
        <li>Les personnes de la maison qui préparent les commandes et répondent aux messages.</li>
        <li>Le transporteur ou le point de relais : nom, téléphone, adresse.</li>
        <li>
          PayPal, pour les paiements en ligne : le montant et la référence de la commande et, pour
          une livraison à domicile, le nom et l’adresse. Ce que vous saisissez dans sa fenêtre,
          carte comprise, va directement à PayPal, qui en répond et peut traiter des données hors de
          l’Union européenne selon ses propres garanties.
        </li>
        {hasRelays && (
          <li>
            Sendcloud, pour les points de relais&nbsp;: le code postal ou l’adresse que vous
            cherchez, sans votre nom&nbsp;; pour l’étiquette du colis, votre nom, votre téléphone,
            votre e-mail et le point choisi, ou votre adresse.
          </li>
        )}
        <li>
          Notre hébergeur, le lieu de nos sauvegardes et le prestataire qui achemine nos e-mails,
          qui ne les utilisent pas pour eux-mêmes.
        </li>
        <li>Notre comptable, pour les factures et les écritures.</li>
        <li>L’Anses, pour un effet indésirable grave que vous avez signalé.</li>
      </ul>
      <p>
        Nous ne vendons ni ne louons vos données, et n’en faisons ni publicité, ni profil, ni
        décision automatique.
      </p>
    </>
  ),
});

const security: LegalSection = {
  id: "securite",
  title: "Comment nous les protégeons",
  body: (
    <p>
      Chacun ne voit que ses propres commandes et données ; les écrans d’administration sont
      réservés aux personnes habilitées. Les mots de passe sont gardés sous une forme qui ne permet
      pas de les relire, et les essais de connexion sont limités. Si une fuite vous mettait en
      danger, nous en avertirions la CNIL et, si ce risque est élevé, vous-même.
    </p>
  ),
};

const rightsSection = ({ email }: Shop): LegalSection => ({
  id: "droits",
  title: "Vos droits",
  body: (
    <>
      <p>
        Vous pouvez demander à voir vos données, à les corriger, à les effacer, à en limiter l’usage
        ou à les recevoir dans un format lisible par une machine ; vous opposer à un usage fondé sur
        notre intérêt légitime ; retirer un accord ; et dire ce qu’elles deviendront après votre
        mort.
      </p>
      <p>
        Vos données se téléchargent, et votre compte se supprime, dans{" "}
        <TextLink to="/admin/parametre-compte">les paramètres du compte</TextLink>. Pour le reste,
        écrivez à{" "}
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
        . Nous répondons dans le mois. Quand un compte est supprimé, ses factures sont gardées le
        temps que la loi impose&nbsp;; ses commandes ne portent plus ni nom, ni adresse. Seuls les
        contrats d’au moins 120 € restent dans une archive à part, le temps de la loi.
      </p>
      <p>
        Si la réponse ne vous convient pas, vous pouvez saisir la CNIL, 3 place de Fontenoy, TSA
        80715, 75334 Paris Cedex 07,{" "}
        <a className="link" href="https://www.cnil.fr/fr/plaintes">
          www.cnil.fr
        </a>
        .
      </p>
    </>
  ),
});
