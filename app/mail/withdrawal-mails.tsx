import { MailFrame, MailSection, MailText } from "./mail-frame.tsx";
import { useMailStyles } from "./mail-styles.ts";
import type { Template } from "./templates.tsx";

type Receipt = {
  /** « 25 novembre 2026 à 14:12 », in Paris. */
  at: string;
  sentence: string;
  /** The statement by name and value. */
  facts: { name: string; value: string }[];
};

/**
 * The receipt of a withdrawal on a durable medium, with its contents, day and hour (Code de la consommation, L221-21). It
 * doesn't say whether the order exists: anybody can state any number.
 */
export const withdrawalReceipt: Template<Receipt> = {
  subject: () => "Accusé de réception de votre rétractation",
  Mail: ({ site, at, sentence, facts }) => (
    <MailFrame
      site={site}
      title="Nous avons reçu votre rétractation"
      preview={`Enregistrée le ${at}. Gardez ce message.`}
      note="Vous n’avez rien demandé&nbsp;? Quelqu’un a donné votre adresse, sans doute par erreur&nbsp;: répondez-nous, et rien ne sera fait."
      reason="Ce message est l’accusé de réception que la loi prévoit (article L221-21 du code de la consommation)."
      details={
        <MailSection>
          <Facts sentence={sentence} facts={facts} />
        </MailSection>
      }
    >
      <MailText>
        Votre rétractation est enregistrée le {at}. Gardez ce message&nbsp;: il en est la preuve.
      </MailText>
      <MailText>
        Si vous avez déjà reçu les articles, renvoyez-les dans les 14 jours à&nbsp;:{" "}
        {[site.shop.legalName, site.shop.address].filter(Boolean).join(", ")}. Les frais directs de
        renvoi sont à votre charge. Nous vous remboursons au plus tard 14 jours après votre
        rétractation&nbsp;; nous pouvons attendre d’avoir reçu les articles, ou la preuve de leur
        envoi.
      </MailText>
    </MailFrame>
  ),
};

function Facts({ sentence, facts }: Pick<Receipt, "sentence" | "facts">) {
  const { colours, text } = useMailStyles();
  const rule = `1px solid ${colours.line}`;
  return (
    <>
      <h2 style={text.heading}>Votre déclaration</h2>
      <p style={text.body}>{sentence}</p>
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
              <td
                style={{
                  ...text.item,
                  padding: "12px 0",
                  borderTop: rule,
                  overflowWrap: "anywhere",
                }}
              >
                {value.split("\n").map((line, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- fixed lines, two of which may be equal
                  <span key={index}>
                    {index > 0 && <br />}
                    {line}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
