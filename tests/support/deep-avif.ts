import { readFile } from "node:fs/promises";

/** A single-colour AVIF of 12 bits a sample: one kilobyte, six bytes a pixel when decoded. */
export const deepAvif = (size: "12000x4166" | "4900x3265"): Promise<Buffer> =>
  readFile(new URL(`./pictures/${size}-12-bits.avif`, import.meta.url));
