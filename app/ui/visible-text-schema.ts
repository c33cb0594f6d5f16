import { isBlank } from "./blank-schema.ts";

// Not in blank-schema.ts: that file is part of the cart's scripts, which are at their limit.
/**
 * The text without format characters (zero-width spaces, direction marks) and control characters; line breaks as LF, tabs as
 * spaces, trimmed. Empty if nothing visible is left.
 */
export function visibleText(text: string): string {
  const kept = text
    .replace(/\r\n?/g, "\n")
    .replaceAll("\t", " ")
    .replace(/\p{Cf}|[^\P{Cc}\n]/gu, "");
  return isBlank(kept) ? "" : kept.trim();
}
