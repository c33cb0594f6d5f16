/** Whether a French postal code is of an overseas territory: 97…, and 98… but for Monaco's 980…. */
export const isOverseasCode = (postalCode: string | null): boolean =>
  /^(?:97|98(?!0))/.test(postalCode ?? "");
