const BEGINS_WITH_A_VOWEL = /^[aeiouœæ]/i;

/** Puts « de » before a name, elided before a vowel: « d’Éclat », « de Sephora ». */
export function frenchOf(name: string): string {
  return BEGINS_WITH_A_VOWEL.test(name.normalize("NFD")) ? `d’${name}` : `de ${name}`;
}
