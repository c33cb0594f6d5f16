import { z } from "zod";
import { filledLine, line } from "#app/settings/field-schema.ts";

export const MOST_SLIDES = 5;
/** The names of the pictures in the build (built-in-pictures.ts). */
export const BUILT_IN_PICTURE_NAMES = ["livree-1", "livree-2", "livree-3"] as const;
export const STORED_PICTURE = /^images\/[\w-]+\/[\w-]+\.(?:jpe?g|webp|png)$/;
const percent = z.coerce.number().int().min(0).max(100);

export const slideSchema = z
  .object({
    /** Identifies the slide in the editor and in notices to administrators. */
    id: z.string().regex(/^[\w-]{1,40}$/),
    isShown: z.boolean(),
    /** One of BUILT_IN_PICTURE_NAMES, or the path of a stored picture. */
    picture: z
      .string()
      .refine(
        (text) =>
          (BUILT_IN_PICTURE_NAMES as readonly string[]).includes(text) || STORED_PICTURE.test(text),
        "Ajoutez une image.",
      ),
    /** The point that stays visible when a screen crops the picture, in percent of its width and height. */
    focusX: percent,
    focusY: percent,
    alt: filledLine(200, "Décrivez l’image pour qui ne la voit pas."),
    /** The page or category that the slide links to; empty, or missing in slides stored before 0.5.1: its product. */
    link: z.string().max(200).optional(),
    /** The linked product's id; empty: the product is found by `productName`. */
    productId: z.string().max(64, "Choisissez un produit."),
    /** The stored name of an initial slide's product; empty once a product is chosen. */
    productName: line(200),
    label: line(60),
    title: filledLine(60, "Donnez un titre."),
    /** The end of the title, shown in italics. */
    emphasis: line(60),
    text: line(240),
    action: filledLine(40, "Écrivez le texte du bouton."),
    /** The side of the text in a wide window. */
    side: z.enum(["left", "right"]),
  })
  .refine(({ link, productId, productName }) => Boolean(link || productId || productName), {
    path: ["productId"],
    message: "Choisissez un produit.",
  });

export type Slide = z.output<typeof slideSchema>;
