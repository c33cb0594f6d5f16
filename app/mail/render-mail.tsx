import { plainTextSelectors, render } from "@react-email/render";
import { compile } from "html-to-text";
import { MailSite, type Site } from "./mail-site.ts";
import type { Template } from "./template.ts";
import { templates, type TemplateName } from "./templates.tsx";

/** Converts HTML to plain text. Compiled once, because that takes longer than to convert a mail. */
const plainText = compile({
  wordwrap: false,
  selectors: [
    // The selectors of React Email's `toPlainText`, which would compile them again for each mail.
    ...plainTextSelectors,
    ...["h1", "h2"].map((selector) => ({ selector, options: { uppercase: false } })),
    // Tables with a label contain data and keep their columns. Layout tables do not.
    { selector: "table[aria-label]", format: "dataTable", options: { colSpacing: 3 } },
    { selector: 'a[href^="tel:"]', format: "inline" },
    // URLs are in angle brackets, so that mail programs do not link a following full stop (RFC 3986, appendix C).
    // A picture becomes its alternative text.
    { selector: "img", format: "image", options: { pathRewrite: () => "" } },
    { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
  ],
});

/** Renders a mail: its HTML, its plain text and its subject, in which line breaks become spaces (against header injection). */
export async function renderMail(
  site: Site,
  { template, props }: { template: TemplateName; props: object },
): Promise<{ subject: string; html: string; text: string }> {
  // The cast is safe: the type of `queueMail` ensures that the stored props fit the template.
  const { subject, Mail } = templates[template] as Template<object>;
  const markup = await render(
    <MailSite value={site}>
      <Mail {...props} site={site} />
    </MailSite>,
  );
  // React separates adjacent text nodes with comments, which only hydration needs.
  const html = markup.replaceAll("<!-- -->", "");
  return {
    subject: subject(props, site.shop).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "),
    html,
    text: plainText(html),
  };
}
