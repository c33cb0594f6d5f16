import { coloursOf } from "#app/ui/colour-schema.ts";
import { outlinesOf } from "./lettering.server.ts";
import type { Look } from "./look.server.ts";

/** A stored logo as PNG. */
type Logo = { content: Uint8Array; width: number; height: number };

/** The largest ratio of width to height of a logo in the icon. With a wider one, the icon shows the name's initial. */
const WIDEST_ICON = 1.5;
const PICTURE = { width: 1_200, height: 630 };

const svg = (width: number, height: number, contents: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${contents}</svg>`;

/** An SVG image of the logo, scaled into a box that is centred on x and y. */
function placedLogo({ content, width, height }: Logo, box: Box): string {
  const scale = Math.min(box.width / width, box.height / height);
  const [w, h] = [width * scale, height * scale];
  const data = Buffer.from(content).toString("base64");
  return `<image href="data:image/png;base64,${data}" x="${box.x - w / 2}" y="${box.y - h / 2}" width="${w}" height="${h}"/>`;
}

type Box = { x: number; y: number; width: number; height: number };

/** An SVG path of a line of text, scaled into a box that is centred on x and y; empty when the fonts lack a letter. */
async function placedText(
  text: string,
  colour: string,
  box: Box,
  spacing: number,
): Promise<string> {
  const letters = await outlinesOf(text, spacing);
  if (!letters) return "";
  const { path, width, capHeight } = letters;
  const scale = Math.min(box.width / width, box.height / capHeight);
  const [x, y] = [box.x - (width * scale) / 2, box.y + (capHeight * scale) / 2];
  // The stroke imitates the wordmark's weight of 500; the font file's default is 400.
  const outline = `fill="${colour}" stroke="${colour}" stroke-width="14"`;
  return `<path transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" ${outline} d="${path}"/>`;
}

/** The icon as SVG: the logo if it fits into a square, else the name's initial on the accent colour. */
export async function drawIcon(name: string, look: Look, logo: Logo | null): Promise<string> {
  const { paper, plum, surface } = coloursOf(look);
  const square = (colour: string) => `<rect width="64" height="64" rx="14" fill="${colour}"/>`;
  if (logo && logo.width <= logo.height * WIDEST_ICON)
    return svg(64, 64, square(paper) + placedLogo(logo, { x: 32, y: 32, width: 48, height: 48 }));
  const initial = [...name][0]!.toLocaleUpperCase("fr");
  const box = { x: 32, y: 32, width: 36, height: 30 };
  return svg(64, 64, square(plum) + (await placedText(initial, surface, box, 0)));
}

/** The picture for social networks with logo or name, and what the shop sells. Returns SVG, which the decoder process makes a JPEG. */
export async function drawCard(
  { name, offer }: { name: string; offer: string },
  look: Look,
  logo: Logo | null,
): Promise<string> {
  const { width, height } = PICTURE;
  const colours = coloursOf(look);
  const middle = { x: width / 2, y: 270, width: 840, height: logo ? 180 : 84 };
  const line = { x: width / 2, y: logo ? 430 : 396, width: 760, height: 26 };
  return svg(
    width,
    height,
    [
      `<rect width="${width}" height="${height}" fill="${colours.paper}"/>`,
      `<rect y="550" width="${width}" height="80" fill="${colours.sand}"/>`,
      `<rect y="618" width="${width}" height="12" fill="${colours.plum}"/>`,
      logo
        ? placedLogo(logo, middle)
        : await placedText(name.toLocaleUpperCase("fr"), colours.ink, middle, 220),
      await placedText(offer, colours["ink-2"], line, 20),
    ].join(""),
  );
}
