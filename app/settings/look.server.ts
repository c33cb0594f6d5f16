import { createHash } from "node:crypto";
import {
  coloursOf,
  DELIVERED_APPEARANCE,
  sheetOf,
  type Appearance,
} from "#app/ui/colour-schema.ts";
import { APPEARANCE_DEFAULTS } from "./appearance-schema.ts";
import type { Settings } from "./groups.ts";
import { IDENTITY_DEFAULTS } from "./identity-schema.ts";

/** What differs from the delivered look. Sent to the browser with each page. */
export type Look = Appearance & {
  /** Address of the style sheet with the changed colours; missing when none is. */
  sheet?: string;
  /** Addresses of the icon (SVG) and of the picture for social networks (JPEG, 1200 × 630). */
  icon: string;
  picture: string;
  /** The page's ground: the browser's frame takes it. */
  paper: string;
  logo?: { path: string; width: number; height: number };
};

const FOLDER = "/apparence";
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** The look of a shop that is called or looks otherwise than the delivered one; null for the delivered one. */
export function lookOf({ identity: { name }, appearance }: Settings): Look | null {
  const { logo, logoWidth, logoHeight, accent, palette } = appearance;
  if (name === IDENTITY_DEFAULTS.name && isDelivered(appearance)) return null;
  const sheet = sheetOf(appearance);
  // The names of generated pictures: by all that they show.
  const pictures = `${FOLDER}/${hashOf(JSON.stringify([name, logo, accent, palette]))}`;
  return {
    accent,
    palette,
    ...(sheet && { sheet: `${FOLDER}/${hashOf(sheet)}.css` }),
    icon: `${pictures}.svg`,
    picture: `${pictures}.jpg`,
    paper: coloursOf(appearance).paper,
    ...(logo && { logo: { path: logo, width: logoWidth, height: logoHeight } }),
  };
}

const isDelivered = ({ logo, accent, palette }: Settings["appearance"]) =>
  logo === APPEARANCE_DEFAULTS.logo &&
  accent === DELIVERED_APPEARANCE.accent &&
  palette === DELIVERED_APPEARANCE.palette;
