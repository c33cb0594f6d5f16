import { z } from "zod";
import { filledLine, listOf, UNREADABLE } from "#app/settings/field-schema.ts";
import { readColour } from "#app/ui/colour-schema.ts";
import { PRODUCT_ID } from "../product-schema.ts";

/** What the products of a family differ by. */
export const FAMILY_KINDS = ["teinte", "contenance"] as const;
export type FamilyKind = (typeof FAMILY_KINDS)[number];

export const FEWEST_MEMBERS = 2;
export const MOST_MEMBERS = 60;
export const LONGEST_NAME = 100;
export const LONGEST_LABEL = 60;

/** A product in a family. `id`: the product's; `colour`: « #C08080 », null for none. */
export type Member = { id: string; label: string; colour: string | null };

/** The place of a product in a CSV file: its family's name, its label and its colour. */
export type FamilyPlace = { name: string; label: string; colour: string | null };

const member = z.object({
  id: z.string(UNREADABLE).regex(PRODUCT_ID, UNREADABLE),
  label: filledLine(
    LONGEST_LABEL,
    "Indiquez ce qui distingue ce produit\u00a0: «\u00a0Rose nude\u00a0» ou «\u00a050 ml\u00a0».",
  ),
  colour: z.string(UNREADABLE).transform((text, context) => {
    if (text.trim() === "") return null;
    const colour = readColour(text);
    if (colour === null) {
      context.addIssue("Écrivez la couleur en hexadécimal\u00a0: #C08080, par exemple.");
      return z.NEVER;
    }
    return colour;
  }),
});

/** The form of a family, and what a save accepts. */
export const familySchema = z.object({
  name: filledLine(LONGEST_NAME, "Donnez un nom à la famille."),
  kind: z.enum(FAMILY_KINDS, "Choisissez ce qui change d’un produit à l’autre."),
  members: listOf(
    z
      .array(member, UNREADABLE)
      .min(
        FEWEST_MEMBERS,
        "Une famille compte au moins deux produits\u00a0: ajoutez-en un, ou supprimez la famille.",
      )
      .max(MOST_MEMBERS, `Une famille compte ${MOST_MEMBERS} produits au plus.`)
      .superRefine((members, context) => {
        members.forEach(({ id, label }, index) => {
          const earlier = members.slice(0, index);
          if (earlier.some((other) => other.id === id))
            context.addIssue({
              code: "custom",
              path: [index, "label"],
              message: "Ce produit y est déjà.",
            });
          else if (earlier.some((other) => other.label.toLowerCase() === label.toLowerCase()))
            context.addIssue({
              code: "custom",
              path: [index, "label"],
              message: "Un autre produit de la famille porte déjà ce libellé.",
            });
        });
      }),
  ),
});
