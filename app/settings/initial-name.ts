/** The name of a shop until its administrator changes it. */
export const INITIAL_NAME = "Éclat";
