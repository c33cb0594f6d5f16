import { Panel } from "#app/ui/areas/panel.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Self-service for the rights of access, erasure and portability (GDPR articles 15, 17 and 20). */
export function RightsPanel() {
  return (
    <Panel id="rights-title" title="Vos droits" body="rights">
      <div>
        <p>
          Tout ce que la boutique garde de vous, dans un fichier JSON&nbsp;: profil et photo,
          commandes et factures, avis, favoris, messages, <span className="nw">e-mails</span>,
          sessions.
        </p>
        <a className="btn btn--2 btn--s" href="/admin/parametre-compte/mes-donnees">
          <Icon name="download" size={16} />
          Télécharger mes données
        </a>
      </div>
      <div>
        <p>
          Votre profil, vos favoris et vos sessions disparaissent&nbsp;; vos commandes ne portent
          plus votre nom.
        </p>
        <ButtonLink to="/admin/parametre-compte/supprimer" variant="plain" size="s">
          Supprimer mon compte
        </ButtonLink>
      </div>
    </Panel>
  );
}
