const thousands = /\B(?=(\d{3})+$)/g;
const narrowSpace = "\u202F";

/** « 9 977 »: written out rather than by Intl, so that the server and every browser agree to the letter. */
export function frenchNumber(count: number): string {
  return String(count).replace(thousands, narrowSpace);
}
