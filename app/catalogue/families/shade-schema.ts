/**
 * The groups of colours in the shop's filter with their French names. The database computes the group of a colour (`shade_of`).
 */
export const SHADES = {
  nude: "Beiges et nudes",
  rose: "Roses",
  rouge: "Rouges",
  orange: "Oranges et coraux",
  brun: "Bruns",
  jaune: "Jaunes et dorés",
  vert: "Verts",
  bleu: "Bleus",
  violet: "Violets",
  gris: "Gris",
  noir: "Noirs",
  blanc: "Blancs",
} as const;
export type Shade = keyof typeof SHADES;

/** The valid shades among these values, without duplicates, in the order of SHADES. */
export const shadesIn = (values: readonly string[]): Shade[] =>
  (Object.keys(SHADES) as Shade[]).filter((shade) => values.includes(shade));
