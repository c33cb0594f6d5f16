/** A sum in cents as a cell of an accounting file: « 1234,50 ». */
export const euroCell = (cents: number): string => (cents / 100).toFixed(2).replace(".", ",");
