import type { LegalSection } from "./legal-page.tsx";

/**
 * The section about cookies and browser storage. All of them are strictly necessary, so the law requires no consent banner
 * (article 82, law 78-17).
 */
export const cookiesSection: LegalSection = {
  id: "cookies",
  title: "Cookies et mémoire du navigateur",
  body: (
    <>
      <p>
        Aucune publicité et aucune mesure d’audience : seulement ce dont le service a besoin, pour
        quoi la loi ne demande pas votre accord (article 82 de la loi du 6 janvier 1978). C’est
        pourquoi aucun bandeau ne s’affiche. Restent dans votre navigateur :
      </p>
      <ul>
        <li>
          <b>un cookie de session</b>, posé seulement quand vous vous connectez, pour 30 jours au
          plus après cette connexion ; vous déconnecter l’efface ;
        </li>
        <li>
          <b>un cookie pour le favori</b> que vous avez choisi avant de vous connecter, pour une
          demi-heure au plus&nbsp;: il est enregistré dès que vous l’êtes&nbsp;;
        </li>
        <li>
          <b>un cookie pour vos commandes sans compte</b>, posé quand vous en passez une ou suivez
          le lien d’un de nos e-mails, pour 30 jours au plus&nbsp;; «&nbsp;Fermer mes
          commandes&nbsp;», sur la page d’une commande, l’efface&nbsp;;
        </li>
        <li>
          <b>le panier</b>, dans la mémoire locale du navigateur, jusqu’à la commande payée ou
          jusqu’à ce que vous le vidiez ;
        </li>
        <li>
          <b>ce que vous avez commencé à écrire</b>, le formulaire de commande par exemple, et la
          position de lecture, jusqu’à la fermeture de l’onglet.
        </li>
      </ul>
      <p>
        Le panier et ces brouillons ne nous sont envoyés que lorsque vous regardez votre panier,
        commandez ou publiez. La page d’une commande à payer en ligne est la seule à charger un
        programme de PayPal : vous l’ouvrez pour payer, et ses boutons n’existent pas sans lui
        (article 82 de la loi du 6 janvier 1978). PayPal peut y poser ses propres cookies, dont nous
        n’avons pas pu vérifier la liste ; il en répond.
      </p>
    </>
  ),
};
