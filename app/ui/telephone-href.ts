/** The tel URL of a number. A French number gets its country code: « 01 78 90 00 42 » becomes tel:+33178900042. */
export function telephoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "").replace(/^0/, "+33")}`;
}
