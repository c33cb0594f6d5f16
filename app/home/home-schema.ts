import { z } from "zod";
import { filledLine, line } from "#app/settings/field-schema.ts";

export const MOST_SLIDES = 5;
/** The pictures that are delivered with the shop (delivered-pictures.ts). */
export const DELIVERED_PICTURES = ["livree-1", "livree-2", "livree-3"] as const;
export const STORED_PICTURE = /^images\/[\w-]+\/[\w-]+\.(?:jpe?g|webp|png)$/;
const percent = z.coerce.number().int().min(0).max(100);

export const slideSchema = z
  .object({
    /** Identifies the slide while it is edited, and in notices. */
    id: z.string().regex(/^[\w-]{1,40}$/),
    isShown: z.boolean(),
    /** One of DELIVERED_PICTURES, or the path of a stored picture. */
    picture: z
      .string()
      .refine(
        (text) =>
          (DELIVERED_PICTURES as readonly string[]).includes(text) || STORED_PICTURE.test(text),
        "Ajoutez une image.",
      ),
    /** The point that stays visible when a screen crops the picture, in percent of its width and height. */
    focusX: percent,
    focusY: percent,
    alt: filledLine(200, "Décrivez l’image pour qui ne la voit pas."),
    /** The page or category of the shop that the slide leads to; empty, or missing in slides before 0.5.1: its product. */
    link: z.string().max(200).optional(),
    /** Empty: the product is `productName`. */
    productId: z.string().max(64, "Choisissez un produit."),
    /** The stored name of a delivered slide's product; empty once a product is chosen. */
    productName: line(200),
    label: line(60),
    title: filledLine(60, "Donnez un titre."),
    /** The title's end, in italics. */
    emphasis: line(60),
    text: line(240),
    action: filledLine(40, "Écrivez le texte du bouton."),
    /** Where the text stands on a wide window. */
    side: z.enum(["left", "right"]),
  })
  .refine(({ link, productId, productName }) => Boolean(link || productId || productName), {
    path: ["productId"],
    message: "Choisissez un produit.",
  });

export type Slide = z.output<typeof slideSchema>;
