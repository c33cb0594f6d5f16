import type { Browser } from "./browser.ts";
import { sendPicture } from "./tus.ts";

/** Stands for the Commission's file: an A4 page with the EU's blue. */
export const NOTICE_SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842"><rect width="595" height="842" fill="#fff"/><rect width="595" height="220" fill="#039"/><circle cx="480" cy="110" r="60" fill="#ffed00"/></svg>',
);

/** Uploads an official notice; returns the path that the form of the legal settings names. */
export async function sendNotice(admin: Browser): Promise<string> {
  const { picture, error } = await sendPicture(admin, "notice", NOTICE_SVG, "avis.svg");
  if (!picture) throw new Error(`the notice was refused: ${error}`);
  return picture.path;
}
