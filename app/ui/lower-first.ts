/** Writes the first letter in lower case, for use after a comma or colon: « Soins et parfums » → « soins et parfums ». */
export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
