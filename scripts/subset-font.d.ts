declare module "subset-font" {
  /** The font with the letters of `text` alone, its variation axes narrowed or pinned. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: "woff2";
      variationAxes: Record<string, number | { min: number; max: number }>;
      noHinting: boolean;
    },
  ): Promise<Buffer>;
}
