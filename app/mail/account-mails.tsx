import { frenchLongDay } from "#app/ui/french-day.ts";
import { GUEST_ORDERS_SUBJECT } from "./guest-orders-subject.ts";
import { MailButton, MailFrame, MailLink, MailText } from "./mail-frame.tsx";
import type { Template } from "./template.ts";

// These mails contain no user name: a stranger may have signed up with the recipient's address and could put any text
// (spam) into the name.

const REASON = "Ce message est lié à votre compte\u00a0; il n’est pas une publicité.";

/** The mail after sign-up. The address is not confirmed yet. */
export const welcome: Template<object> = {
  subject: (_props, { name }) => `Votre compte ${name}`,
  Mail: ({ site }) => (
    <MailFrame
      title={`Bienvenue chez ${site.shop.name}`}
      preview="Votre compte est ouvert."
      note={
        <>
          Ce n’est pas vous&nbsp;?{" "}
          <MailLink href={`${site.baseUrl}/contact`}>Écrivez-nous</MailLink>&nbsp;: nous fermerons
          ce compte.
        </>
      }
      reason={REASON}
    >
      <MailText>
        Bonjour, un compte {site.shop.name} vient d’être ouvert avec cette adresse. Il garde vos
        favoris, vos commandes et vos factures.
      </MailText>
      <MailButton href={`${site.baseUrl}/boutique`}>Voir la boutique</MailButton>
    </MailFrame>
  ),
};

/** The mail with a link to choose a new password. `path` contains the token. */
export const passwordLink: Template<{ path: string }> = {
  subject: () => "Votre nouveau mot de passe",
  Mail: ({ site, path }) => (
    <MailFrame
      title="Choisissez un nouveau mot de passe"
      preview="Ce lien sert une fois, pendant une heure."
      note="Vous n’avez rien demandé&nbsp;? Ne faites rien&nbsp;: votre mot de passe reste le même."
      reason={REASON}
    >
      <MailText>
        Bonjour, vous avez demandé à changer le mot de passe de votre compte {site.shop.name}. Ce
        lien sert une fois, pendant une heure.
      </MailText>
      <MailButton href={site.baseUrl + path}>Choisir un mot de passe</MailButton>
    </MailFrame>
  ),
};

/** The mail after a password change. `byOwner`: the password was changed with the current one, not with a mailed link. */
export const passwordChanged: Template<{ byOwner?: boolean }> = {
  subject: () => "Votre mot de passe a changé",
  Mail: ({ site, byOwner }) => (
    <MailFrame
      title="Votre mot de passe a changé"
      preview={`${closedSessions(byOwner)} ont été fermées.`}
      note={
        <>
          Ce n’est pas vous&nbsp;?{" "}
          <MailLink href={`${site.baseUrl}/mot-de-passe-oublie`}>
            Choisissez tout de suite un autre mot de passe
          </MailLink>
          .
        </>
      }
      reason={REASON}
    >
      <MailText>
        Bonjour, le mot de passe de votre compte {site.shop.name} vient d’être changé, et{" "}
        {closedSessions(byOwner).toLowerCase()} ont été fermées. Si c’est bien vous, vous n’avez
        rien à faire.
      </MailText>
      <MailButton href={`${site.baseUrl}/connexion`}>Se connecter</MailButton>
    </MailFrame>
  ),
};

/** Which sessions ended (French). A change with the current password (`byOwner`) keeps the session in which it was made. */
const closedSessions = (byOwner = false) =>
  byOwner ? "Toutes les autres sessions" : "Toutes les sessions";

/** The mail to a new address: the change takes effect when the recipient opens the link. `path` contains the token. */
export const confirmAddress: Template<{ path: string }> = {
  subject: () => "Confirmez votre adresse e-mail",
  Mail: ({ site, path }) => (
    <MailFrame
      title="Confirmez votre adresse"
      preview="Ce lien sert une fois, pendant un jour."
      note="Vous n’avez rien demandé&nbsp;? Ne faites rien&nbsp;: sans confirmation, rien ne change."
      reason={REASON}
    >
      <MailText>
        Bonjour, vous avez choisi cette adresse pour vous connecter à votre compte {site.shop.name}.
        Tant qu’elle n’est pas confirmée, l’ancienne reste la bonne. Ce lien sert une fois, pendant
        un jour.
      </MailText>
      <MailButton href={site.baseUrl + path}>Confirmer cette adresse</MailButton>
    </MailFrame>
  ),
};

/** The mail to an account whose unconfirmed address has orders without an account (`offerGuestOrders`). `path` contains the token. */
export const confirmGuestOrders: Template<{ path: string }> = {
  subject: () => GUEST_ORDERS_SUBJECT,
  Mail: ({ site, path }) => (
    <MailFrame
      title="Retrouvez vos commandes"
      preview="Confirmez votre adresse&nbsp;: ce lien sert une fois, pendant un jour."
      note="Vous n’avez rien demandé&nbsp;? Ne faites rien&nbsp;: sans confirmation, rien ne change."
      reason={REASON}
    >
      <MailText>
        Bonjour, un compte {site.shop.name} a cette adresse, qui a aussi passé commande sans compte.
        Confirmez-la, et ces commandes rejoindront le compte. Ce lien sert une fois, pendant un
        jour.
      </MailText>
      <MailButton href={site.baseUrl + path}>Confirmer cette adresse</MailButton>
    </MailFrame>
  ),
};

/** The mail instead of `confirmAddress` if the address has an account. The page must not reveal this (account enumeration). */
export const addressTaken: Template<object> = {
  subject: () => "Cette adresse a déjà un compte",
  Mail: ({ site }) => (
    <MailFrame
      title="Cette adresse a déjà un compte"
      preview="Rien ne change&nbsp;: elle sert à un seul compte."
      note="Ce n’était pas vous&nbsp;? Ne faites rien&nbsp;: rien ne change."
      reason={REASON}
    >
      <MailText>
        Bonjour, cette adresse vient d’être demandée pour un autre compte {site.shop.name}. Elle
        sert déjà au vôtre et le reste. C’était vous&nbsp;? Connectez-vous avec elle, ou
        choisissez-en une autre pour l’autre compte.
      </MailText>
      <MailButton href={`${site.baseUrl}/connexion`}>Se connecter</MailButton>
    </MailFrame>
  ),
};

/** The mail to the old address when a change is requested, so that the owner can stop the change. `newAddress` is masked. */
export const addressChangeAsked: Template<{ newAddress: string }> = {
  subject: () => "Changement de votre adresse de connexion",
  Mail: ({ site, newAddress }) => (
    <MailFrame
      title="Une autre adresse est demandée"
      preview={`Votre compte s’ouvrira avec ${newAddress}, une fois confirmée.`}
      note={
        <>
          Ce n’est pas vous&nbsp;?{" "}
          <MailLink href={`${site.baseUrl}/mot-de-passe-oublie`}>
            Choisissez tout de suite un nouveau mot de passe
          </MailLink>
          &nbsp;: le changement est annulé, et toutes les sessions sont fermées.
        </>
      }
      reason={REASON}
    >
      <MailText>
        Bonjour, votre compte {site.shop.name} s’ouvrira avec l’adresse {newAddress} dès qu’elle
        sera confirmée. D’ici là, rien ne change. Si c’est bien vous, vous n’avez rien à faire ici.
      </MailText>
    </MailFrame>
  ),
};

/** The mail to the old address after the change. `path` contains the token that reverts the change; without it, /contact. */
export const addressChanged: Template<{ newAddress: string; path?: string }> = {
  subject: () => "Votre adresse de connexion a changé",
  Mail: ({ site, newAddress, path = "/contact" }) => (
    <MailFrame
      title="Votre adresse a changé"
      preview={`Votre compte s’ouvre maintenant avec ${newAddress}.`}
      note="Ce lien sert une fois, pendant sept jours. C’est bien vous&nbsp;? Ne faites rien."
      reason={REASON}
    >
      <MailText>
        Bonjour, votre compte {site.shop.name} s’ouvre maintenant avec l’adresse {newAddress}.
        Celle-ci ne reçoit plus rien de lui. Si ce n’est pas vous, reprenez votre compte&nbsp;:
        cette adresse est rétablie, toutes les sessions sont fermées, et vous choisissez un nouveau
        mot de passe.
      </MailText>
      <MailButton href={site.baseUrl + path}>Ce n’est pas moi</MailButton>
    </MailFrame>
  ),
};

/** The mail to the new address after the owner of the old one reverted the change. */
export const addressRestored: Template<{ formerAddress: string }> = {
  subject: () => "Votre adresse de connexion est de nouveau l’ancienne",
  Mail: ({ site, formerAddress }) => (
    <MailFrame
      title="L’ancienne adresse est rétablie"
      preview={`Le compte s’ouvre de nouveau avec ${formerAddress}.`}
      note={
        <>
          C’est une erreur&nbsp;? <MailLink href={`${site.baseUrl}/contact`}>Écrivez-nous</MailLink>
          .
        </>
      }
      reason={REASON}
    >
      <MailText>
        Bonjour, à l’adresse {formerAddress}, on nous a dit que le changement pour celle-ci n’était
        pas voulu. Le compte {site.shop.name} s’ouvre de nouveau avec l’ancienne, toutes ses
        sessions sont fermées et son mot de passe ne sert plus.
      </MailText>
    </MailFrame>
  ),
};

/** The mail a month before an unused account is deleted. `on` is the date of deletion, « 2026-11-20 ». */
export const accountEnding: Template<{ on: string }> = {
  subject: () => "Votre compte sera bientôt supprimé",
  Mail: ({ site, on }) => (
    <MailFrame
      title="Gardez-vous votre compte&nbsp;?"
      preview={`Sans connexion, il sera supprimé le ${frenchLongDay(on)}.`}
      note="Vous ne voulez plus de ce compte&nbsp;? Ne faites rien."
      reason={REASON}
    >
      <MailText>
        Bonjour, personne ne s’est connecté à votre compte {site.shop.name} depuis bientôt trois
        ans. Nous ne gardons pas vos données plus longtemps&nbsp;: il sera supprimé le{" "}
        {frenchLongDay(on)}, avec votre profil et vos favoris. Pour le garder, connectez-vous une
        fois d’ici là.
      </MailText>
      <MailButton href={`${site.baseUrl}/connexion`}>Se connecter</MailButton>
    </MailFrame>
  ),
};

/** The mail after an account was deleted, by its owner or (`isUnused`) after three years without sign-in. */
export const accountDeleted: Template<{ isUnused?: boolean }> = {
  subject: () => "Votre compte est supprimé",
  Mail: ({ site, isUnused }) => (
    <MailFrame
      title="Votre compte est supprimé"
      preview="Vos données personnelles sont effacées."
      note={
        isUnused ? (
          <>
            Vous pouvez{" "}
            <MailLink href={`${site.baseUrl}/connexion?mode=inscription`}>
              en ouvrir un autre
            </MailLink>{" "}
            quand vous voulez.
          </>
        ) : (
          <>
            Une commande reçue il y a moins de 30&nbsp;jours&nbsp;? Vous pouvez encore{" "}
            <MailLink href={`${site.baseUrl}/retractation`}>renoncer au contrat</MailLink> avec son
            numéro de livraison. Ce n’est pas vous&nbsp;?{" "}
            <MailLink href={`${site.baseUrl}/contact`}>Écrivez-nous tout de suite</MailLink>.
          </>
        )
      }
      reason={REASON}
    >
      <MailText>
        Bonjour, votre compte {site.shop.name} vient d’être supprimé
        {isUnused ? ", trois ans après votre dernière connexion" : " à votre demande"}, avec votre
        profil, votre photo et vos favoris. Vos commandes ne portent plus ni nom, ni adresse, ni
        téléphone. La loi nous fait garder vos factures dix ans&nbsp;: elles sont jointes aux
        e-mails que vous avez reçus.
      </MailText>
    </MailFrame>
  ),
};
