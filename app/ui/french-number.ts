const thousands = /\B(?=(\d{3})+$)/g;
const narrowSpace = "\u202F";

/** An integer as French text, « 9 977 ». Without Intl, so that server and browser render the same text. */
export function frenchNumber(count: number): string {
  return String(count).replace(thousands, narrowSpace);
}
