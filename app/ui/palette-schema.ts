/**
 * The three palettes: the colour tokens of ui/tokens.css that do not depend on the accent (colour-schema.ts computes the others).
 * `papier` is the default, with the values of that file (checked by colour-schema.test.ts). The French names are shown in the form.
 */
const papier = {
  paper: "#fbf7f2",
  surface: "#ffffff",
  sand: "#f1e8de",
  blush: "#f6e4e1",
  ink: "#2a1f24",
  "ink-2": "#5e4f55",
  muted: "#75666c",
  sage: "#3f5f4a",
  success: "#1f6b45",
  warning: "#8a4b00",
  error: "#b3261e",
  "error-dark": "#8e1c16",
  "control-line": "#8f7d76",
  line: "#e2d6cb",
  star: "#b7791f",
  focus: "#1b4fd8",
  "sage-tint": "#e9efe8",
  "error-tint": "#fbeae7",
  "warning-tint": "#f8edda",
  "on-ink": "#fbf7f2",
  "on-ink-2": "#cdbfbc",
  "ink-line": "#4b3d43",
  "star-off": "#dccfc4",
  "row-hover": "#fcf8f4",
  /** For the chart of the dashboard (dashboard/sales-chart.css). */
  "bar-dim-orders": "#7f9485",
  "bar-before": "#eadfd4",
};

export type PaletteColours = typeof papier;

/** Tokens with another value on the background --sand (`.band` in ui/layout.css). */
export type BandColours = { line: string; "star-off": string };

type Palette = { title: string; hint: string; colours: PaletteColours; band: BandColours };

export const PALETTES = {
  papier: {
    title: "Papier et sable",
    hint: "Chaud\u00a0: ivoire, sable, rose poudré",
    colours: papier,
    band: { line: "#dccdbf", "star-off": "#d2c2b4" },
  },
  brume: {
    title: "Brume et ardoise",
    hint: "Froid\u00a0: blanc bleuté, gris de mer, encre",
    colours: {
      paper: "#f6f8fa",
      surface: "#ffffff",
      sand: "#e6ebf0",
      blush: "#e4e9f4",
      ink: "#1a222b",
      "ink-2": "#485461",
      muted: "#616d79",
      sage: "#2c5f63",
      success: "#1c6a49",
      warning: "#864a05",
      error: "#b3261e",
      "error-dark": "#8e1c16",
      "control-line": "#768390",
      line: "#d5dce3",
      star: "#ab7018",
      focus: "#1b4fd8",
      "sage-tint": "#e3eeee",
      "error-tint": "#fbeae7",
      "warning-tint": "#f7eddb",
      "on-ink": "#f6f8fa",
      "on-ink-2": "#b9c4ce",
      "ink-line": "#3a4651",
      "star-off": "#ced6dd",
      "row-hover": "#f9fafc",
      "bar-dim-orders": "#76949a",
      "bar-before": "#dfe5eb",
    },
    band: { line: "#c9d3dc", "star-off": "#bfcad4" },
  },
  sauge: {
    title: "Lin et sauge",
    hint: "Végétal\u00a0: lin, gris vert, mousse",
    colours: {
      paper: "#f7f8f3",
      surface: "#ffffff",
      sand: "#e7ebe1",
      blush: "#eceddd",
      ink: "#1f2720",
      "ink-2": "#4c574d",
      muted: "#646e63",
      sage: "#5b5a2c",
      success: "#1f6a43",
      warning: "#844c06",
      error: "#b3261e",
      "error-dark": "#8e1c16",
      "control-line": "#7c8678",
      line: "#d8ddd0",
      star: "#ab731a",
      focus: "#1b4fd8",
      "sage-tint": "#eeeede",
      "error-tint": "#fbeae6",
      "warning-tint": "#f7eeda",
      "on-ink": "#f7f8f3",
      "on-ink-2": "#bcc5b9",
      "ink-line": "#3f4a40",
      "star-off": "#cfd5c7",
      "row-hover": "#fafbf7",
      "bar-dim-orders": "#8f8f6b",
      "bar-before": "#e1e6d9",
    },
    band: { line: "#ccd3c2", "star-off": "#c2cab8" },
  },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;
export const PALETTE_NAMES = Object.keys(PALETTES) as [PaletteName, ...PaletteName[]];
