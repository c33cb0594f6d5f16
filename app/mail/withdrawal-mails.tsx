import { WITHDRAWAL_REFUND } from "#app/platform/legal-constants.ts";
import { MailFrame, MailLink, MailSection, MailText } from "./mail-frame.tsx";
import { useSite } from "./mail-site.ts";
import { useMailStyles } from "./mail-styles.ts";
import type { Template } from "./template.ts";

type Receipt = {
  /** « 25 novembre 2026 à 14:12 », in Paris. */
  at: string;
  sentence: string;
  /** The statement by name and value. */
  facts: { name: string; value: string }[];
  /** Set only if the address is unproved: then `facts` has no typed text, and a signed link leads to the whole statement. */
  statementId?: string;
};

/**
 * The receipt of a withdrawal on a durable medium, with its contents, day and hour (Code de la consommation, L221-21). It
 * doesn't say whether the order exists: anybody can state any number.
 */
export const withdrawalReceipt: Template<Receipt> = {
  subject: () => "Accusé de réception de votre rétractation",
  Mail: ({ site, at, sentence, facts, statementId }) => (
    <MailFrame
      title="Nous avons reçu votre rétractation"
      preview={`Enregistrée le ${at}. Gardez ce message.`}
      note="Vous n’avez rien demandé&nbsp;? Quelqu’un a donné votre adresse, sans doute par erreur&nbsp;: répondez-nous, et rien ne sera fait."
      reason="Ce message est l’accusé de réception que la loi prévoit (article L221-21 du code de la consommation)."
      details={
        <MailSection>
          <Facts sentence={sentence} facts={facts} />
          {statementId && <WholeStatement />}
        </MailSection>
      }
    >
      <MailText>
        Votre rétractation est enregistrée le {at}. Gardez ce message&nbsp;: il en est la preuve.
      </MailText>
      <MailText>
        Si vous avez déjà reçu les articles, renvoyez-les dans les 14 jours à&nbsp;:{" "}
        {[site.shop.legalName, site.shop.address].filter(Boolean).join(", ")}. Les frais directs de
        renvoi sont à votre charge. Si votre rétractation est dans les délais,{" "}
        {`nous vous remboursons ${WITHDRAWAL_REFUND}`}, au plus tard 14 jours après elle&nbsp;; nous
        pouvons attendre d’avoir reçu les articles, ou la preuve de leur envoi.
      </MailText>
    </MailFrame>
  ),
};

type Closed = Omit<Receipt, "sentence"> & {
  reason: string;
  /** « annulation » of a late order. Missing in mails queued by 0.5.0: « rétractation ». */
  kind?: string;
};

/**
 * To the author of a statement that was closed without a refund. It repeats nothing of an order, so that an unmatched one doesn't
 * tell whether one exists.
 */
export const withdrawalClosed: Template<Closed> = {
  subject: ({ kind = "rétractation" }) => `Votre ${kind} est close`,
  Mail: ({ site, at, reason, facts, statementId, kind = "rétractation" }) => (
    <MailFrame
      title={`Votre ${kind} est close`}
      preview={`Enregistrée le ${at}, elle est close sans autre suite. Voici la raison.`}
      note={
        <>
          Vous n’êtes pas d’accord&nbsp;? Répondez-nous à{" "}
          <MailLink href={`mailto:${site.shop.email}`}>{site.shop.email}</MailLink> ou par notre{" "}
          <MailLink href={`${site.baseUrl}/contact`}>page de contact</MailLink>&nbsp;: une personne
          relit votre demande.
          {site.shop.mediator &&
            ` Sans accord avec nous, vous pouvez saisir gratuitement le médiateur de la consommation\u00a0: ${site.shop.mediator}.`}
        </>
      }
      reason={`Ce message répond à une ${kind} déclarée avec votre adresse\u00a0; il n’est pas une publicité.`}
      details={
        <MailSection>
          <Facts facts={facts} />
          {statementId && <WholeStatement />}
        </MailSection>
      }
    >
      <MailText>
        Votre {kind} enregistrée le {at} est close, sans remboursement à son titre.
      </MailText>
      <MailText>
        Raison&nbsp;: <Lines text={reason} />
      </MailText>
    </MailFrame>
  ),
};

/** The signed link to the whole statement with its typed text. */
function WholeStatement() {
  const { text } = useMailStyles();
  const { baseUrl, token: accuse = "" } = useSite();
  return (
    <p style={{ ...text.small, margin: "16px 0 24px" }}>
      Personne n’a encore confirmé cette adresse&nbsp;: le nom et les précisions déclarés n’y sont
      pas répétés.{" "}
      <MailLink href={`${baseUrl}/retractation?${new URLSearchParams({ accuse })}`}>
        Voir toute la déclaration, et la recevoir par e-mail
      </MailLink>
      .
    </p>
  );
}

/** A text with its line breaks. */
function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- fixed lines, two of which may be equal
    <span key={index}>
      {index > 0 && <br />}
      {line}
    </span>
  ));
}

function Facts({ sentence, facts }: Partial<Pick<Receipt, "sentence">> & Pick<Receipt, "facts">) {
  const { colours, text } = useMailStyles();
  const rule = `1px solid ${colours.line}`;
  return (
    <>
      <h2 style={text.heading}>Votre déclaration</h2>
      {sentence && <p style={text.body}>{sentence}</p>}
      <table
        width="100%"
        cellPadding="0"
        cellSpacing="0"
        aria-label="Votre déclaration"
        style={{ borderCollapse: "collapse" }}
      >
        <tbody>
          {facts.map(({ name, value }) => (
            <tr key={name}>
              <td
                width="40%"
                valign="top"
                style={{
                  ...text.item,
                  padding: "12px 12px 12px 0",
                  borderTop: rule,
                  color: colours["ink-2"],
                }}
              >
                {name}
              </td>
              <td style={{ ...text.item, padding: "12px 0", borderTop: rule }}>
                <Lines text={value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
