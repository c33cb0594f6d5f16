/**
 * Why an SVG is refused (French), or null. Not a security check: librsvg runs no scripts and loads no external files, and the shop never
 * serves the SVG itself. It names a reason instead of drawing a logo without its scripted or external parts.
 */
export function svgRefusal(file: Uint8Array): string | null {
  const text = new TextDecoder().decode(file);
  const encoding = /^[^>]*\bencoding\s*=\s*["']([^"']*)/.exec(text)?.[1];
  if (encoding && !/^utf-?8$/i.test(encoding)) return UNUSUAL;
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) return ENTITIES;
  if (/<\s*(?:[\w.-]+:)?(?:script|foreignObject)\b|\son[a-z]+\s*=|javascript:/i.test(text))
    return SCRIPT;
  const calls = [...text.matchAll(/\bhref\s*=\s*["']\s*([^"']*)|\burl\(\s*["']?([^"')]*)/gi)];
  const isOutside = calls.some(([, href, url]) => !OWN.test((href ?? url)!));
  if (isOutside || /@import|<\?xml-stylesheet|<(?:[\w.-]+:)?include\b/i.test(text)) return OUTSIDE;
  return null;
}

/** References that stay within the file: a fragment of the drawing, or an embedded picture. */
const OWN = /^(?:#|data:image\/(?:png|jpeg|webp);base64,|$)/i;

const ADVICE = "Exportez-le en SVG simple, ou en PNG.";
const UNUSUAL = `ce SVG n’est pas en UTF-8. ${ADVICE}`;
const ENTITIES = `ce SVG déclare des entités. ${ADVICE}`;
const SCRIPT = `ce SVG contient un script ou une page. ${ADVICE}`;
const OUTSIDE = `ce SVG appelle un fichier extérieur. ${ADVICE}`;
