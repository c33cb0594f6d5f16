import { render, toPlainText } from "@react-email/render";
import type { House } from "./mail-frame.tsx";
import { templates, type Template, type TemplateName } from "./templates.tsx";

const plainText = {
  selectors: [
    ...["h1", "h2"].map((selector) => ({ selector, options: { uppercase: false } })),
    // Its columns stay columns.
    { selector: "table[aria-label]", format: "dataTable", options: { colSpacing: 3 } },
    { selector: 'a[href^="tel:"]', format: "inline" },
    // A full stop after the address is no part of it (RFC 3986, appendix C).
    { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
  ],
};

/** A mail's subject (one line), and its content as HTML and as plain text. */
export async function renderMail(
  { baseUrl, shop }: House,
  { template, props }: { template: TemplateName; props: object },
): Promise<{ subject: string; html: string; text: string }> {
  // The queue's table has kept the props of this very template: queueMail's type saw to it.
  const { subject, Mail } = templates[template] as Template<object>;
  const markup = await render(<Mail {...props} house={{ baseUrl, shop }} />);
  // What React puts between two texts serves a browser's hydration alone.
  const html = markup.replaceAll("<!-- -->", "");
  return {
    subject: subject(props).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "),
    html,
    text: toPlainText(html, plainText),
  };
}
