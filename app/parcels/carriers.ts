export const CARRIERS = ["Colissimo", "Chronopost", "Mondial Relay", "Autre"] as const;
export type Carrier = (typeof CARRIERS)[number];
