import { MailButton, MailFrame, MailLink, MailText } from "./mail-frame.tsx";
import type { Template } from "./template.ts";

const POLICY = "/gestion-des-avis";

/**
 * The receipt of a report (regulation 2022/2065, art. 16 (4)). It repeats nothing of the form's contents: anybody may type any
 * address into the form.
 */
export const reportReceipt: Template<{ productName: string }> = {
  subject: () => "Votre signalement nous est parvenu",
  Mail: ({ site, productName }) => (
    <MailFrame
      title="Votre signalement nous est parvenu"
      preview="Une personne le lit, et sa décision vous sera envoyée avec ses raisons."
      note="Vous n’avez rien signalé&nbsp;? Quelqu’un a donné votre adresse, sans doute par erreur&nbsp;: vous n’avez rien à faire."
      reason="Ce message répond au signalement d’un avis&nbsp;; il n’est pas une publicité."
    >
      <MailText>
        Bonjour, un avis sur « {productName} » nous a été signalé avec cette adresse. Une personne
        lit l’avis et le signalement, sans décision automatique. Vous recevrez ici sa décision et
        ses raisons.
      </MailText>
      <MailButton href={site.baseUrl + POLICY}>Lire comment les avis sont gérés</MailButton>
    </MailFrame>
  ),
};

type Decided = {
  productName: string;
  decision: "hidden" | "kept" | "removed";
  reason: string;
};

const DECISIONS = {
  hidden: {
    title: "L’avis que vous avez signalé est masqué",
    text: "n’est plus publié.",
  },
  kept: {
    title: "L’avis que vous avez signalé reste publié",
    text: "reste publié.",
  },
  removed: {
    title: "L’avis que vous avez signalé n’existe plus",
    text: "a été supprimé avant notre décision.",
  },
} as const;

/** The decision on a report, to the person who sent it (regulation 2022/2065, art. 16 (5)). */
export const reportDecided: Template<Decided> = {
  subject: ({ decision }) => DECISIONS[decision].title,
  Mail: ({ site, productName, decision, reason }) => (
    <MailFrame
      title={DECISIONS[decision].title}
      preview={`Avis sur « ${productName} »`}
      note={<Redress baseUrl={site.baseUrl} />}
      reason="Ce message répond au signalement d’un avis&nbsp;; il n’est pas une publicité."
    >
      <MailText>
        Bonjour, vous nous avez signalé un avis sur « {productName} ». Une personne l’a lu&nbsp;: il{" "}
        {DECISIONS[decision].text}
      </MailText>
      <MailText>Raisons&nbsp;: {reason}</MailText>
    </MailFrame>
  ),
};

type OwnReview = { productName: string; text: string; reason: string };

/** The statement of reasons to the author of a hidden review (regulation 2022/2065, art. 17; code de la consommation, D111-18). */
export const reviewHidden: Template<OwnReview> = {
  subject: () => "Votre avis n’est plus publié",
  Mail: ({ site, productName, text, reason }) => (
    <MailFrame
      title="Votre avis n’est plus publié"
      preview={`Avis sur « ${productName} »`}
      note={<Redress baseUrl={site.baseUrl} />}
      reason="Ce message est lié à un avis que vous avez publié&nbsp;; il n’est pas une publicité."
    >
      <MailText>
        Bonjour, votre avis sur « {productName} » nous a été signalé. Une personne l’a lu, sans
        décision automatique, et l’a masqué partout, sans limite de durée.
      </MailText>
      <MailText>Raisons&nbsp;: {reason}</MailText>
      <Quote text={text} />
    </MailFrame>
  ),
};

/** To the author of a review that is published again. */
export const reviewRestored: Template<OwnReview> = {
  subject: () => "Votre avis est de nouveau publié",
  Mail: ({ site, productName, text, reason }) => (
    <MailFrame
      title="Votre avis est de nouveau publié"
      preview={`Avis sur « ${productName} »`}
      note={<Redress baseUrl={site.baseUrl} />}
      reason="Ce message est lié à un avis que vous avez publié&nbsp;; il n’est pas une publicité."
    >
      <MailText>
        Bonjour, votre avis sur « {productName} », qui avait été masqué, est de nouveau publié.
      </MailText>
      <MailText>Raisons&nbsp;: {reason}</MailText>
      <Quote text={text} />
    </MailFrame>
  ),
};

function Quote({ text }: { text: string }) {
  return text === "" ? null : <MailText>Votre avis&nbsp;: « {text} »</MailText>;
}

/** How to contest a decision (regulation 2022/2065, art. 17 (3) f). */
function Redress({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      Vous contestez cette décision&nbsp;?{" "}
      <MailLink href={`${baseUrl}/contact`}>Écrivez-nous</MailLink>&nbsp;: une personne la relit.
      Vous pouvez aussi saisir un médiateur ou la justice.
    </>
  );
}
