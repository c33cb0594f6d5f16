/** An element as text; empty: left out. */
export type Xml = string;

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text for an element or an attribute, without the characters that XML 1.0 excludes. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => ESCAPED[character]!);

/** An element with a text or with other elements; empty without content, so that it is left out. */
export function element(
  name: string,
  content: string | Xml[],
  attributes: Record<string, string> = {},
): Xml {
  const inner = typeof content === "string" ? escapeXml(content) : content.join("");
  if (inner === "") return "";
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${list.join("")}>${inner}</${name}>`;
}

export const xmlDocument = (root: Xml) => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
