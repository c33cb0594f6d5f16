import { z } from "zod";
import {
  DELIVERED_APPEARANCE,
  isReadable,
  nearestAccent,
  readColour,
} from "#app/ui/colour-schema.ts";
import { PALETTE_NAMES } from "#app/ui/palette-schema.ts";

/** The path of a PNG that the shop has drawn itself from an uploaded file (media/open-drawing.server.ts); or none. */
export const DRAWN_PATH = /^(images\/[a-z0-9]{1,64}\/[A-Za-z0-9_-]{1,120}\.png)?$/;

const pixels = z.coerce.number().int().min(0).max(10_000).default(0);

/** How the shop looks. `logo`: the path of a stored picture; empty: the name as a wordmark. */
export const appearanceSchema = z
  .object({
    logo: z
      .string("Un logo est attendu.")
      .regex(DRAWN_PATH, "Ce logo n’est pas une image de la boutique. Envoyez-le de nouveau."),
    /** Of the stored picture; what a form posts is replaced (claim-drawings.server.ts). */
    logoWidth: pixels,
    logoHeight: pixels,
    accent: z.string("Une couleur est attendue.").transform((text, context) => {
      const colour = readColour(text);
      if (colour) return colour;
      context.addIssue({
        code: "custom",
        message: "Donnez une couleur en hexadécimal\u00a0: #7A2342, par exemple.",
      });
      return z.NEVER;
    }),
    palette: z.enum(PALETTE_NAMES, "Choisissez l’une des trois palettes."),
  })
  .superRefine((appearance, context) => {
    if (!isReadable(appearance))
      context.addIssue({ code: "custom", path: ["accent"], message: tooLight(appearance) });
  });

/** The refusal of an accent. The nearest one that suits follows, for a button. */
export const tooLight = (appearance: Parameters<typeof nearestAccent>[0]) =>
  `Ce ton est trop clair pour du texte. Le plus proche qui convient\u00a0: ${nearestAccent(appearance)}.`;

export const APPEARANCE_FIELDS = {
  logo: "Logo",
  accent: "Couleur d’accent",
  palette: "Palette",
};

export const APPEARANCE_DEFAULTS: z.output<typeof appearanceSchema> = {
  logo: "",
  logoWidth: 0,
  logoHeight: 0,
  ...DELIVERED_APPEARANCE,
};
