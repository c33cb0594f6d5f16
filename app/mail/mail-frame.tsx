/* oxlint-disable jsx-a11y/control-has-associated-label -- the cells of layout tables control nothing */
import { Body, Head, Heading, Html, Link, Preview } from "@react-email/components";
import type { ReactNode } from "react";
import type { Config } from "#app/platform/config.server.ts";
import { telephoneHref } from "#app/ui/telephone-href.ts";
import { colours, text } from "./mail-styles.ts";

/** What every mail knows of the shop that sends it. `baseUrl` is without a slash at its end. */
export type House = Pick<Config, "baseUrl" | "shop">;

const ON_PHONES = `
@media (max-width:620px){
  .outer{padding:20px 0!important}
  .sheet{border-radius:0!important;border-width:1px 0!important}
  .in{padding-left:20px!important;padding-right:20px!important}
  .title{font-size:30px!important;line-height:36px!important}
  .cta{width:100%!important}
  .cta a{display:block!important}
  .col{display:block!important;width:100%!important;padding:0 0 24px!important}
}
a:focus-visible{outline:3px solid ${colours.focus};outline-offset:2px}`;

type MailFrameProps = {
  house: House;
  title: string;
  /** What mailboxes show after the subject; it is not shown in the mail. */
  preview: string;
  children: ReactNode;
  /** What follows on the sheet: MailSections. */
  details?: ReactNode;
  /** The small print at the foot of the sheet: what to do when something is wrong. */
  note: ReactNode;
  /** Why the reader gets this mail. */
  reason: string;
};

/** The sheet that every mail is written on: 600 px, a phone's width under 620. */
export function MailFrame({
  house,
  title,
  preview,
  children,
  details,
  note,
  reason,
}: MailFrameProps) {
  const { legalName, address, phone, email } = house.shop;
  return (
    <Html lang="fr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{title}</title>
        <style>{ON_PHONES}</style>
      </Head>
      <Body style={{ margin: 0, padding: 0, background: colours.paper }}>
        <Preview>{preview}</Preview>
        <div role="article" aria-roledescription="e-mail" aria-label={title} lang="fr">
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
                      ÉCLAT
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
                        </td>
                      </Rows>
                    </td>
                  </tr>
                  <tr>
                    <td className="in" style={{ ...text.foot, padding: "24px 40px 8px" }}>
                      {[legalName, address].filter(Boolean).join(", ")}.{" "}
                      <Link
                        href={telephoneHref(phone)}
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
  );
}

/** A layout table of one row, as wide as its place. */
function Rows({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0">
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}

/** A part of the sheet under what the mail has to say; `tinted` on the paper's colour, between two lines. */
export function MailSection({ tinted, children }: { tinted?: boolean; children: ReactNode }) {
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
  return <p style={text.body}>{children}</p>;
}

/** The one thing to do: a link that looks like the shop's button. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
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
  return (
    <Link href={href} style={{ color: colours.plum, textDecoration: "underline" }}>
      {children}
    </Link>
  );
}
