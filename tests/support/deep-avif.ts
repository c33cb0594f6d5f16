import { readFile } from "node:fs/promises";

/** An AVIF of one colour, 12 bits a sample: a kilobyte, and six bytes a pixel once it is unpacked. */
export const deepAvif = (size: "12000x4166" | "4900x3265"): Promise<Buffer> =>
  readFile(new URL(`./pictures/${size}-12-bits.avif`, import.meta.url));
