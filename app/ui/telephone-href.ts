/** A tel URL; French numbers get the country code: « 01 78 90 00 42 » is +33178900042. */
export function telephoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "").replace(/^0/, "+33")}`;
}
