/** The name of a shop until its administrator changes it. */
export const DELIVERED_NAME = "Éclat";
