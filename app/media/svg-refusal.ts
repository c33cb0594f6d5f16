/**
 * Why an SVG is refused (French), or null. librsvg runs no script and loads nothing from outside, and the file itself is never
 * sent to anybody: this names the reason instead of a logo that comes out other than its author sees it.
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

/** A part of the same drawing, or a picture in the file itself. */
const OWN = /^(?:#|data:image\/(?:png|jpeg|webp);base64,|$)/i;

const ADVICE = "Exportez-le en SVG simple, ou en PNG.";
const UNUSUAL = `ce SVG n’est pas en UTF-8. ${ADVICE}`;
const ENTITIES = `ce SVG déclare des entités. ${ADVICE}`;
const SCRIPT = `ce SVG contient un script ou une page. ${ADVICE}`;
const OUTSIDE = `ce SVG appelle un fichier extérieur. ${ADVICE}`;
