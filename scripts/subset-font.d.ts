declare module "subset-font" {
  /** Returns the font reduced to the letters of `text`, with the given ranges or values of its variation axes. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: "truetype" | "woff2";
      variationAxes?: Record<string, number | { min: number; max: number }>;
      noHinting: boolean;
      keepFeatures: string[];
      dropTables: string[];
    },
  ): Promise<Buffer>;
}
