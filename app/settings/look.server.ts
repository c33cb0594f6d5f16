import { createHash } from "node:crypto";
import type { Settings } from "#app/settings-values.ts";
import { coloursOf, INITIAL_APPEARANCE, sheetOf, type Appearance } from "#app/ui/colour-schema.ts";
import { INITIAL_NAME } from "./initial-name.ts";

/** The look of a shop with its own brand. Sent to the browser with each page. */
export type Look = Appearance & {
  /** The URL of the style sheet that overrides the default styles; missing when there is nothing to override. */
  sheet?: string;
  /** URLs of the icon (SVG) and of the picture for social networks (JPEG, 1200 × 630). */
  icon: string;
  picture: string;
  /** The background colour of pages, also of the browser's own frame (theme-color). */
  paper: string;
  logo?: { path: string; width: number; height: number };
};

const FOLDER = "/apparence";
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** The look of a shop with its own name or appearance; null for the default brand. */
export function lookOf(settings: BrandSettings): Look | null {
  const { appearance } = settings;
  const { name } = settings.identity;
  const { logo, logoWidth, logoHeight, accent, palette } = appearance;
  if (name === INITIAL_NAME && isInitial(appearance)) return null;
  const sheet = brandSheet(settings);
  const pictures = picturesAt(settings);
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

/** The URL of the generated pictures without extension. The hash covers everything that they show. */
function picturesAt({ identity: { name, offer }, appearance }: BrandSettings): string {
  const { logo, accent, palette } = appearance;
  return `${FOLDER}/${hashOf(JSON.stringify([name, offer, logo, accent, palette]))}`;
}

/** The largest number of letters of a name in full size: on a phone the header leaves it 180 px. */
const LONGEST_WIDE_NAME = 8;
const LOGO_HEIGHT = 40;

/**
 * The style sheet of a shop with its own brand: its colours, and its name or logo in the header. Not in a .css file, because shops with
 * the default brand would load it.
 */
export function brandSheet(settings: BrandSettings): string {
  const { appearance } = settings;
  const { name } = settings.identity;
  const { logo, logoWidth, logoHeight } = appearance;
  let rules = sheetOf(appearance);
  const isLong = [...name].length > LONGEST_WIDE_NAME;
  if (logo) {
    const width = Math.ceil((logoWidth / logoHeight) * LOGO_HEIGHT);
    // The name stays in the link as invisible text for screen readers.
    rules += `.head .logo{padding:4px;margin:0}.head .logo span{display:block;width:min(${width}px,36vw);height:${LOGO_HEIGHT}px;background:url("/media/${logo}") center/contain no-repeat;font-size:0;color:transparent}`;
  } else if (isLong)
    rules +=
      ".head__bar{grid-template-columns:1fr minmax(0,auto) 1fr}.head .logo{font-size:clamp(.75rem,3.4vw,1.25rem);text-align:center;text-wrap:balance}";
  // Hides the pictures beside the sign-in forms, which show products of the default brand.
  if (name !== INITIAL_NAME)
    rules += `.auth__pic{background:var(--sand) url("${picturesAt(settings)}.svg") center/96px no-repeat}.auth__pic img{display:none}`;
  if (isLong)
    rules += ".logo{letter-spacing:.12em;line-height:1.15;margin-right:0;overflow-wrap:anywhere}";
  return rules;
}

type BrandSettings = Pick<Settings, "identity" | "appearance">;

const isInitial = ({ logo, accent, palette }: Settings["appearance"]) =>
  logo === "" && accent === INITIAL_APPEARANCE.accent && palette === INITIAL_APPEARANCE.palette;
