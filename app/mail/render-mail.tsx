import { render, toPlainText } from "@react-email/render";
import type { Site } from "./mail-frame.tsx";
import { templates, type Template, type TemplateName } from "./templates.tsx";

const plainText = {
  selectors: [
    ...["h1", "h2"].map((selector) => ({ selector, options: { uppercase: false } })),
    // Data tables, which are labelled, keep their columns; layout tables don't.
    { selector: "table[aria-label]", format: "dataTable", options: { colSpacing: 3 } },
    { selector: 'a[href^="tel:"]', format: "inline" },
    // Angle brackets, so that a full stop after the URL is not taken as part of it (RFC 3986, appendix C).
    { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
  ],
};

/** Renders a mail: subject (one line, against header injection), HTML and plain text. */
export async function renderMail(
  { baseUrl, shop }: Site,
  { template, props }: { template: TemplateName; props: object },
): Promise<{ subject: string; html: string; text: string }> {
  // Safe cast: the type of queueMail ensures that the stored props fit the template.
  const { subject, Mail } = templates[template] as Template<object>;
  const markup = await render(<Mail {...props} site={{ baseUrl, shop }} />);
  // React separates adjacent text nodes with comments, which only hydration needs.
  const html = markup.replaceAll("<!-- -->", "");
  return {
    subject: subject(props, shop).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "),
    html,
    text: toPlainText(html, plainText),
  };
}
