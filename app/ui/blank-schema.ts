/** U+2800, the empty braille pattern, is a symbol for Unicode, but looks like a space. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has no visible character: only spaces, control characters or ones like U+200B and U+00AD. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

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
