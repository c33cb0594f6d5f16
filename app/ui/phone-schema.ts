/**
 * A telephone number as people write it: figures, spaces, dots, dashes, brackets, a prefix or none. Without a
 * character class, so that it means the same in a `pattern`, where brackets in a class would be a mistake.
 */
export const PHONE = /^\+?(?:\d|\s|\(|\)|\.|-){6,}$/;
export const UNLIKELY_PHONE = "Ce numéro ne semble pas complet : 06 12 34 56 78, par exemple.";
