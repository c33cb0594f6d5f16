/* oxlint-disable jsx-a11y/control-has-associated-label -- the cells of layout tables control nothing */

import { Body, Head, Heading, Html, Link, Preview } from "@react-email/components";
import type { ReactNode } from "react";
import { coloursOf, INITIAL_APPEARANCE } from "#app/ui/colour-schema.ts";
import { dialledPhone } from "#app/ui/phone-schema.ts";
import { LOGO_ID } from "./inline-ids.ts";
import { useSite } from "./mail-site.ts";
import { MailStyles, mailStyles, useMailStyles } from "./mail-styles.ts";

const phoneStyles = (focus: string) => `
@media (max-width:620px){
  .outer{padding:20px 0!important}
  .sheet{border-radius:0!important;border-width:1px 0!important}
  .in{padding-left:20px!important;padding-right:20px!important}
  .title{font-size:30px!important;line-height:36px!important}
  .cta{width:100%!important}
  .cta a{display:block!important}
  .col{display:block!important;width:100%!important;padding:0 0 24px!important}
}
a:focus-visible{outline:3px solid ${focus};outline-offset:2px}`;

type MailFrameProps = {
  title: string;
  /** Preview text. Mailboxes show it after the subject; the opened mail does not show it. */
  preview: string;
  children: ReactNode;
  /** `MailSection`s below the text. */
  details?: ReactNode;
  /** Small print at the end: what the recipient can do if something is wrong. */
  note: ReactNode;
  /** Why the recipient gets this mail. */
  reason: string;
};

/** The layout of every mail: 600 px wide, full width below 620 px. */
export function MailFrame({ title, preview, children, details, note, reason }: MailFrameProps) {
  const { shop, hasLogo } = useSite();
  const { name, look, legalName, address, phone, email, mailNote } = shop;
  const styles = mailStyles(coloursOf(look ?? INITIAL_APPEARANCE));
  const { colours, text } = styles;
  return (
    <MailStyles value={styles}>
      <Html lang="fr">
        <Head>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light" />
          <title>{title}</title>
          <style>{phoneStyles(colours.focus)}</style>
        </Head>
        <Body style={{ margin: 0, padding: 0, background: colours.paper }}>
          <Preview>{preview}</Preview>
          <div
            role="article"
            aria-roledescription="e-mail"
            aria-label={title}
            lang="fr"
            // A long word must not widen the tables. More mail clients support this than « overflow-wrap: anywhere ».
            style={{ wordBreak: "break-word" }}
          >
            <Rows>
              <td className="outer" align="center" style={{ padding: "40px 16px" }}>
                <table
                  role="presentation"
                  width="100%"
                  cellPadding="0"
                  cellSpacing="0"
                  style={{ maxWidth: 600 }}
                >
                  <tbody>
                    <tr>
                      <td className="in" style={{ ...text.brand, padding: "12px 40px 28px" }}>
                        {hasLogo && look?.logo ? (
                          <Logo {...look.logo} name={name} />
                        ) : (
                          name.toLocaleUpperCase("fr")
                        )}
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="sheet"
                        style={{
                          background: colours.surface,
                          border: `1px solid ${colours.line}`,
                          borderRadius: 10,
                        }}
                      >
                        <Rows>
                          <td className="in" style={{ padding: "40px 40px 32px" }}>
                            <Heading as="h1" className="title" style={text.title}>
                              {title}
                            </Heading>
                            {children}
                          </td>
                        </Rows>
                        {details}
                        <Rows>
                          <td
                            className="in"
                            style={{
                              ...text.small,
                              padding: "24px 40px 32px",
                              borderTop: `1px solid ${colours.line}`,
                            }}
                          >
                            {note}
                            {mailNote && <p style={{ margin: "12px 0 0" }}>{mailNote}</p>}
                          </td>
                        </Rows>
                      </td>
                    </tr>
                    <tr>
                      <td className="in" style={{ ...text.foot, padding: "24px 40px 8px" }}>
                        {[legalName, address].filter(Boolean).join(", ")}.{" "}
                        <Link
                          href={`tel:${dialledPhone(phone)}`}
                          style={{
                            color: colours.muted,
                            textDecoration: "underline",
                            whiteSpace: "nowrap",
                          }}
                        >
                          {phone}
                        </Link>
                        ,{" "}
                        <Link
                          href={`mailto:${email}`}
                          style={{ color: colours.muted, textDecoration: "underline" }}
                        >
                          {email}
                        </Link>
                        . {reason}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </Rows>
          </div>
        </Body>
      </Html>
    </MailStyles>
  );
}

const LOGO_BOX = { width: 240, height: 48 };

/** The logo in at most 240 × 48 pixels, never enlarged. */
function Logo({ width, height, name }: { width: number; height: number; name: string }) {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  return (
    <img
      src={`cid:${LOGO_ID}`}
      alt={name}
      width={Math.max(1, Math.round(width * scale))}
      height={Math.max(1, Math.round(height * scale))}
      style={{ display: "block", border: 0 }}
    />
  );
}

/** A layout table of full width with one row. `children` are its cells. */
function Rows({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0">
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}

/** A section below the mail's text; `tinted`: with a background colour and a line above. */
export function MailSection({ tinted, children }: { tinted?: boolean; children: ReactNode }) {
  const { colours } = useMailStyles();
  const style = tinted
    ? {
        padding: "32px 40px 8px",
        background: colours.paper,
        borderTop: `1px solid ${colours.line}`,
      }
    : { padding: "0 40px 32px" };
  return (
    <Rows>
      <td className="in" style={style}>
        {children}
      </td>
    </Rows>
  );
}

export function MailText({ children }: { children: ReactNode }) {
  const { text } = useMailStyles();
  return <p style={text.body}>{children}</p>;
}

/** The mail's call to action: a link styled as a button. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  const { colours, text } = useMailStyles();
  return (
    <table role="presentation" className="cta" cellPadding="0" cellSpacing="0">
      <tbody>
        <tr>
          <td style={{ borderRadius: 999, background: colours.plum }}>
            <a href={href} style={text.button}>
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  const { colours } = useMailStyles();
  return (
    <Link href={href} style={{ color: colours.plum, textDecoration: "underline" }}>
      {children}
    </Link>
  );
}
