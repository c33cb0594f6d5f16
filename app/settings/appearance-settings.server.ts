import { z } from "zod";
import { claimPicture } from "#app/media/uploads.server.ts";
import { INITIAL_APPEARANCE, isReadable, readColour, tooLight } from "#app/ui/colour-schema.ts";
import { PALETTE_NAMES, PALETTES } from "#app/ui/palette-schema.ts";
import { drawnPath, fileOf } from "./field-schema.ts";
import { defineSettings } from "./settings-group.ts";

const pixels = z.coerce.number().int().min(0).max(10_000).default(0);
const accent = z.string("Une couleur est attendue.").transform((text, context) => {
  const colour = readColour(text);
  if (colour) return colour;
  context.addIssue({
    code: "custom",
    message: "Donnez une couleur en hexadécimal\u00a0: #7A2342, par exemple.",
  });
  return z.NEVER;
});

/** The settings of the shop's look: logo, accent colour, palette. */
export const appearanceSettings = defineSettings({
  name: "appearance",
  path: "apparence",
  title: "Apparence",
  icon: "eye",
  summary: "Le logo, la couleur d’accent et la palette",
  fields: {
    /** The path of a stored picture. Empty: the header shows the shop's name. */
    logo: {
      label: "Logo",
      schema: drawnPath(
        "Un logo est attendu.",
        "Ce logo n’est pas une image de la boutique. Envoyez-le de nouveau.",
      ),
      initial: "",
      read: fileOf,
    },
    /** The stored picture's width in pixels. A posted value is ignored: `claim` reads it from the picture. */
    logoWidth: { schema: pixels, initial: 0 },
    logoHeight: { schema: pixels, initial: 0 },
    accent: { label: "Couleur d’accent", schema: accent, initial: INITIAL_APPEARANCE.accent },
    palette: {
      label: "Palette",
      schema: z.enum(PALETTE_NAMES, "Choisissez l’une des trois palettes."),
      initial: INITIAL_APPEARANCE.palette,
      choices: Object.fromEntries(PALETTE_NAMES.map((name) => [name, PALETTES[name].title])),
    },
  },
  refine(appearance, context) {
    if (!isReadable(appearance))
      context.addIssue({ code: "custom", path: ["accent"], message: tooLight(appearance) });
  },
  pictures: ({ logo }) => (logo ? [{ field: "logo", path: logo }] : []),
  // After a restore without files the picture is missing: the header then shows the name.
  inForce(appearance, pictures) {
    const { path = "", width = 0, height = 0 } = pictures.get(appearance.logo) ?? {};
    return { ...appearance, logo: path, logoWidth: width, logoHeight: height };
  },
  async claim(tx, admin, value, before) {
    const sized = ({ width = 0, height = 0 }) => ({
      value: { ...value, logoWidth: width, logoHeight: height },
    });
    if (value.logo === "") return sized({});
    if (value.logo === before.logo)
      return sized({ width: before.logoWidth, height: before.logoHeight });
    const size = await claimPicture(tx, admin, { path: value.logo, kind: "logo" });
    return size
      ? sized(size)
      : { errors: { logo: "Ce logo n’est plus là. Envoyez-le de nouveau." } };
  },
});
