/** U+2800, the empty braille pattern, is a symbol for Unicode, but looks like a space. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has no visible character: only spaces, control characters or ones like U+200B and U+00AD. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);
