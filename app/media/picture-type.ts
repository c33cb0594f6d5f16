import type { UploadKind } from "./upload-schema.ts";

/** The number of bytes at a file's beginning that `contentRefusal` needs. */
export const SIGNATURE_LENGTH = 512;

const ADVICE: Record<UploadKind, string> = {
  product: "Choisissez un JPEG, PNG, WebP ou AVIF.",
  avatar: "Choisissez un JPEG, PNG, WebP ou AVIF.",
  logo: "Choisissez un SVG, PNG, JPEG ou WebP.",
  notice: "La Commission publie le même avis en SVG et en PNG\u00a0: choisissez l’un des deux.",
};

type Content = "jpeg" | "png" | "webp" | "avif" | "SVG" | "GIF" | "HEIC" | "PDF" | "text" | "other";

/** Detects a file's type by its first bytes, because the client may send any name and media type. */
function contentOf(bytes: Uint8Array): Content {
  const ascii = String.fromCharCode(...bytes.subarray(0, 64));
  if (ascii.startsWith("\xff\xd8\xff")) return "jpeg";
  if (ascii.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (ascii.startsWith("RIFF") && ascii.slice(8, 12) === "WEBP") return "webp";
  if (ascii.slice(4, 8) === "ftyp") {
    const brands = ascii.slice(8);
    if (brands.includes("avif") || brands.includes("avis")) return "avif";
    if (/hei[cxsm]|hevc|mif1/.test(brands)) return "HEIC";
    return "other";
  }
  if (ascii.startsWith("GIF8")) return "GIF";
  if (ascii.startsWith("%PDF-")) return "PDF";
  const text = new TextDecoder().decode(bytes.subarray(0, SIGNATURE_LENGTH));
  // oxlint-disable-next-line no-control-regex -- detects binary content
  if (/[\u0000-\u0008\u000e-\u001f\ufffd](?!$)/.test(text)) return "other";
  return /<svg[\s>]/i.test(text) ? "SVG" : "text";
}

/**
 * Why a file with this beginning is refused (French), or null when its type is accepted. An SVG is one for a logo or the
 * notice only; the notice has no lossy format.
 */
export function contentRefusal(beginning: Uint8Array, use: UploadKind): string | null {
  const content = contentOf(beginning);
  const isNotice = use === "notice";
  if (content === "SVG" && (isNotice || use === "logo")) return null;
  const advice = ADVICE[use];
  switch (content) {
    case "png":
      return null;
    case "jpeg":
    case "webp":
    case "avif":
      return isNotice ? `le format ${content.toUpperCase()} n’est pas accepté. ${advice}` : null;
    case "text":
      return `ce fichier n’est pas une image (le contenu est du texte). ${advice}`;
    case "other":
      return `ce fichier n’est pas une image reconnue. ${advice}`;
    default:
      return `le format ${content} n’est pas accepté. ${advice}`;
  }
}
