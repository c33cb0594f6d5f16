/** The name of a shop that has given itself none: the demo's brand. */
export const DELIVERED_NAME = "Éclat";
