import { MailButton, MailFrame, MailText } from "./mail-frame.tsx";
import type { Template } from "./template.ts";

/** A product recall as its buyers read it. `numbers`: the delivery numbers of their orders. */
type Recalled = {
  id: string;
  productName: string;
  /** Empty when all of a period is recalled. */
  lots: string[];
  numbers: string[];
  description: string;
  danger: string;
  action: string;
  remedy: string;
  contact: string;
};

const list = new Intl.ListFormat("fr");

/** The recall notice (regulation 2023/988, art. 35 and 36). */
export const productRecall: Template<Recalled> = {
  subject: ({ productName }) => `Rappel de produit\u00a0: consignes de sécurité, ${productName}`,
  Mail: ({ site, productName, lots, numbers, ...recall }) => (
    <MailFrame
      title="Rappel de produit&nbsp;: consignes de sécurité"
      preview={`${productName}\u00a0: cessez de l’utiliser.`}
      note={recall.contact}
      reason="Ce message vous avertit d’un danger&nbsp;; il n’est pas une publicité."
    >
      <MailText>
        Bonjour, vous avez acheté chez nous «&nbsp;{productName}&nbsp;»
        {lots.length > 0 && `, lot${lots.length > 1 ? "s" : ""} ${list.format(lots)}`} (commande
        {numbers.length > 1 && "s"} {list.format(numbers)}). Ce produit est rappelé.
      </MailText>
      <Part title="Le produit" text={recall.description} />
      <Part title="Le danger" text={recall.danger} />
      <Part title="Ce que vous devez faire" text={recall.action} />
      <Part title="Ce que nous vous proposons" text={recall.remedy} />
      <MailText>
        Si vous avez donné ce produit à quelqu’un, transmettez-lui ce message sans attendre.
      </MailText>
      <MailButton href={`${site.baseUrl}/rappels/${recall.id}`}>Lire l’avis de rappel</MailButton>
    </MailFrame>
  ),
};

/** A typed text with its line breaks, under its title. */
function Part({ title, text }: { title: string; text: string }) {
  return (
    <MailText>
      <strong>{title}</strong>
      {text.split("\n").map((line, position) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines are never reordered
        <span key={position}>
          <br />
          {line}
        </span>
      ))}
    </MailText>
  );
}

/** The receipt of a report of an undesirable effect. It repeats nothing of the form: anybody may type any address into it. */
export const effectReceipt: Template<{ productName: string | null }> = {
  subject: () => "Votre signalement nous est parvenu",
  Mail: ({ productName }) => (
    <MailFrame
      title="Votre signalement nous est parvenu"
      preview="Une personne le lit. Cessez d’utiliser le produit et consultez un professionnel de santé."
      note="Vous n’avez rien signalé&nbsp;? Quelqu’un a donné votre adresse, sans doute par erreur&nbsp;: vous n’avez rien à faire."
      reason="Ce message répond à un signalement&nbsp;; il n’est pas une publicité."
    >
      <MailText>
        Bonjour, un effet indésirable {productName ? `de «\u00a0${productName}\u00a0»` : ""} nous a
        été signalé avec cette adresse. Une personne lit le signalement et peut vous répondre ici.
        S’il est grave, nous le déclarons à l’Anses sans délai, au plus tard sous 20 jours.
      </MailText>
      <MailText>
        Cessez d’utiliser le produit, gardez-le avec son emballage, et consultez un professionnel de
        santé. Vous pouvez aussi signaler l’effet vous-même sur signalement.social-sante.gouv.fr.
      </MailText>
    </MailFrame>
  ),
};
