/** A sentence to go on with, after a comma or a colon: « Soins et parfums » → « soins et parfums ». */
export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
