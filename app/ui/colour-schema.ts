import { PALETTES, type PaletteColours, type PaletteName } from "./palette-schema.ts";

/*
 * Computes the colours of a shop from its accent and its palette, and checks the contrasts of WCAG 2.2: 4.5:1 for text (1.4.3) and 3:1
 * for controls and graphics (1.4.11), against each background that they are used on. Colours are « #rrggbb ».
 */

/** The tokens that depend on the accent, named after the default accent, plum. */
type AccentColours = { plum: string; "plum-dark": string; "plum-tint": string; "bar-dim": string };
export type Colours = PaletteColours & AccentColours;
type Token = keyof Colours;
/** A background. « own-slide »: an uploaded picture below 88 % of --paper, under a slide's text (home/own-slides.css). */
type Ground = Token | "own-slide";

export type Appearance = { accent: string; palette: PaletteName };
export const INITIAL_APPEARANCE: Appearance = { accent: "#7A2342", palette: "papier" };
/** The values of ui/tokens.css. A designer chose them; they are not computed. */
const INITIAL_ACCENT: AccentColours = {
  plum: "#7a2342",
  "plum-dark": "#5c1831",
  "plum-tint": "#f8e9ee",
  "bar-dim": "#a9738a",
};

export const TEXT_CONTRAST = 4.5;
export const GRAPHIC_CONTRAST = 3;

/** Share of black in the background « own-slide » in the worst case, a black picture. */
const PICTURE_SHARE = 0.12;

const GROUNDS: Token[] = ["paper", "surface", "sand", "blush", "row-hover"];
const TINTS: Token[] = ["plum-tint", "sage-tint", "error-tint", "warning-tint"];

/** Each text colour with the backgrounds that it is used on. */
export const TEXTS: [text: Token, grounds: Ground[]][] = [
  ["plum", [...GROUNDS, ...TINTS]],
  ["plum-dark", [...GROUNDS, ...TINTS]],
  ["surface", ["plum", "plum-dark", "error", "error-dark", "success"]],
  ["ink", [...GROUNDS, ...TINTS, "own-slide"]],
  ["ink-2", [...GROUNDS, ...TINTS, "own-slide"]],
  ["muted", ["paper", "surface", "row-hover"]],
  ["sage", ["paper", "surface"]],
  ["success", ["paper", "surface", "row-hover", "sage-tint"]],
  ["warning", ["paper", "surface", "row-hover", "sand", "warning-tint"]],
  ["error", ["paper", "surface", "row-hover", "sand", "error-tint"]],
  ["paper", ["ink"]],
  ["on-ink", ["ink"]],
  ["on-ink-2", ["ink"]],
];

/** Each colour of a control or graphic with the backgrounds that it is used on. */
export const GRAPHICS: [mark: Token, grounds: Ground[]][] = [
  ["control-line", ["paper", "surface", "sand"]],
  ["star", ["paper", "surface", "sand"]],
  ["focus", [...GROUNDS, ...TINTS, "own-slide"]],
  // The focus ring of the footer.
  ["surface", ["ink"]],
  ["bar-dim", ["surface"]],
  ["bar-dim-orders", ["surface"]],
];

const channelsOf = (colour: string) =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
const hexOf = (channels: readonly number[]) =>
  `#${channels.map((one) => Math.round(one).toString(16).padStart(2, "0")).join("")}`;

/** Mixes a share (0 to 1) of another colour into a colour. */
function mix(colour: string, other: string, share: number): string {
  const added = channelsOf(other);
  return hexOf(channelsOf(colour).map((one, at) => one * (1 - share) + added[at]! * share));
}

/** Linear red, green and blue, 0 to 1. */
const linear = (colour: string) =>
  channelsOf(colour).map((one) => {
    const share = one / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Three;

/** The relative luminance of WCAG 2.2, 0 to 1. */
function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Normalises a hexadecimal colour, « 7a2342 » or « #abc », to « #7A2342 » or « #AABBCC »; null for any other text. */
export function readColour(text: string): string | null {
  const digits = /^\s*#?([0-9a-f]{3}|[0-9a-f]{6})\s*$/i.exec(text)?.[1];
  if (!digits) return null;
  const six = digits.length === 6 ? digits : digits.replaceAll(/./g, "$&$&");
  return `#${six.toUpperCase()}`;
}

/** The luminance below which a darker shade looks the same: hovering then makes the accent lighter. */
const NEARLY_BLACK = 0.012;

function accentColours(accent: string): AccentColours {
  const plum = accent.toLowerCase();
  if (plum === INITIAL_ACCENT.plum) return INITIAL_ACCENT;
  // The smallest share of the accent with enough contrast for a bar of the chart on white.
  let share = 0.37;
  while (share > 0 && contrast(mix(plum, "#ffffff", share), "#ffffff") < GRAPHIC_CONTRAST)
    share -= 0.05;
  return {
    plum,
    "plum-dark":
      luminance(plum) < NEARLY_BLACK ? mix(plum, "#ffffff", 0.2) : mix(plum, "#000000", 0.25),
    "plum-tint": mix("#ffffff", plum, 0.09),
    "bar-dim": mix(plum, "#ffffff", Math.max(share, 0)),
  };
}

/** All colours of an appearance, also those without enough contrast. */
export const coloursOf = ({ accent, palette }: Appearance): Colours => ({
  ...PALETTES[palette].colours,
  ...accentColours(accent),
});

/** The pairs whose contrast does not suffice. */
export function failuresOf(colours: Colours): { on: Ground; token: Token; ratio: number }[] {
  const grounds = { ...colours, "own-slide": mix(colours.paper, "#000000", PICTURE_SHARE) };
  const below = (pairs: [Token, Ground[]][], least: number) =>
    pairs.flatMap(([token, standsOn]) =>
      standsOn.flatMap((on) => {
        const ratio = contrast(colours[token], grounds[on]);
        return ratio < least ? [{ token, on, ratio }] : [];
      }),
    );
  return [...below(TEXTS, TEXT_CONTRAST), ...below(GRAPHICS, GRAPHIC_CONTRAST)];
}

/** Whether every text and control of the appearance has its contrast. */
export const isReadable = (appearance: Appearance): boolean =>
  failuresOf(coloursOf(appearance)).length === 0;

/** Coordinates in Oklab (Björn Ottosson), in which distances match perceived differences: lightness, and two axes of hue and chroma. */
type Lab = [lightness: number, a: number, b: number];
type Three = [number, number, number];

const times = (rows: readonly Three[], [x, y, z]: Three) =>
  rows.map(([a, b, c]) => a * x + b * y + c * z) as Three;
const RGB_TO_LMS: Three[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LMS_TO_LAB: Three[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const LAB_TO_LMS: Three[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const LMS_TO_RGB: Three[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const labOf = (colour: string): Lab =>
  times(LMS_TO_LAB, times(RGB_TO_LMS, linear(colour)).map(Math.cbrt) as Three);

/** Converts Oklab coordinates to a colour. Channels outside of sRGB are clamped. */
function colourOf(lab: Lab): string {
  const lms = times(LAB_TO_LMS, lab).map((one) => one ** 3) as Three;
  return hexOf(
    times(LMS_TO_RGB, lms).map((one) => {
      const share = Math.min(Math.max(one, 0), 1);
      return 255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055);
    }),
  );
}

/**
 * The nearest accent of the same hue that is readable in the palette: the accent itself, or the same colour darkened as little
 * as needed, to a hundredth.
 */
export function nearestAccent({ accent, palette }: Appearance): string {
  const [lightness, a, b] = labOf(accent);
  const shadeOf = (percent: number) =>
    percent === 0 ? accent : colourOf([lightness * (1 - percent / 100), a, b]).toUpperCase();
  const isEnough = (percent: number) => isReadable({ accent: shadeOf(percent), palette });
  if (isEnough(0)) return accent;
  let [tooLittle, enough] = [0, 100];
  while (enough - tooLittle > 1) {
    const middle = Math.floor((tooLittle + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooLittle = middle;
  }
  return enough < 100 ? shadeOf(enough) : "#000000";
}

/** The message that refuses an accent without enough contrast. Ends with the nearest accepted colour, which the page offers as a button. */
export const tooLight = (appearance: Appearance): string =>
  `Ce ton est trop clair pour du texte. Le plus proche qui convient\u00a0: ${nearestAccent(appearance)}.`;

/** « #7A2342 » as « 122 35 66 », for rgb(). */
const triple = (colour: string) => channelsOf(colour).join(" ");

/** The style sheet of an appearance: the tokens that differ from the default ones; empty if none does. */
export function sheetOf(appearance: Appearance): string {
  const colours = coloursOf(appearance);
  const initial = coloursOf(INITIAL_APPEARANCE);
  const rules = Object.entries(colours)
    .filter(([token, colour]) => colour !== initial[token as Token])
    .map(([token, colour]) => `--${token}:${colour}`);
  if (rules.length === 0) return "";
  let onSand = "";
  if (appearance.palette !== INITIAL_APPEARANCE.palette) {
    const ink = triple(colours.ink);
    const { band } = PALETTES[appearance.palette];
    onSand = `.band{--line:${band.line};--star-off:${band["star-off"]}}`;
    rules.push(
      `--shade:rgb(${ink}/.44)`,
      `--shadow:0 1px 2px rgb(${ink}/.06),0 12px 32px -12px rgb(${ink}/.18)`,
    );
  }
  return `:root{${rules.join(";")}}${onSand}`;
}
