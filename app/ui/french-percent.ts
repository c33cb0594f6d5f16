/** « 20 % », « 25,5 % », with a no-break space. */
export const frenchPercent = (percent: number): string =>
  `${String(percent).replace(".", ",")}\u00a0%`;
