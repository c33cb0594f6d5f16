export const CARRIERS = ["Colissimo", "Chronopost", "Mondial Relay", "Autre"] as const;
export type Carrier = (typeof CARRIERS)[number];

/** The beginning of each carrier's tracking page; « Autre » has none. */
const TRACKING_PAGES: Record<Carrier, string | null> = {
  Colissimo: "https://www.laposte.fr/outils/suivre-vos-envois?code=",
  Chronopost: "https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT=",
  "Mondial Relay": "https://www.mondialrelay.fr/suivi-de-colis?numeroExpedition=",
  Autre: null,
};

/** The carrier's page about a parcel; null without a number, or for another carrier. */
export function trackingHref(carrier: Carrier, trackingNumber: string | null): string | null {
  const page = TRACKING_PAGES[carrier];
  return page && trackingNumber ? page + encodeURIComponent(trackingNumber) : null;
}
