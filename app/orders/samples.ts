/** « unavailable »: asked for after the shop had stopped offering them. */
export type Samples = "requested" | "unavailable";

/** French texts for the samples (free gifts) of an order, shown with the label « Échantillons ». */
export const SAMPLES_TEXT: Record<Samples, string> = {
  requested: "Demandés, selon les stocks",
  unavailable: "Demandés, mais la boutique n’en propose plus pour le moment",
};

/** Whether samples go into the next parcel: the customer asked for them, and no parcel has left. */
export const needsSamples = (order: {
  samples: Samples | null;
  parcels: readonly unknown[];
}): boolean => order.samples === "requested" && order.parcels.length === 0;
