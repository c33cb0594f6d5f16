import { z } from "zod";
import {
  checkDigit,
  LARGEST_QUANTITY,
  LARGEST_WEIGHT,
  LONGEST_FACT,
  LONGEST_PAO,
  UNITS,
} from "#app/catalogue/facts/facts-schema.ts";
import {
  FAMILY_KINDS,
  LONGEST_LABEL,
  LONGEST_NAME,
} from "#app/catalogue/families/family-schema.ts";
import { CATEGORIES, SELLING_TYPES } from "#app/catalogue/product-schema.ts";
import { visibleText } from "#app/ui/blank-schema.ts";
import {
  count,
  id,
  list,
  optionalText,
  ownData,
  price,
  requiredText,
  text,
  time,
  timeOrBlank,
} from "./document-field-schema.ts";

/** Schemas of products and favourites, see document-schema.ts. */

export const comment = z.object({
  rate: count(5),
  text: text(4_000),
  uid: optionalText(128),
  profil: optionalText(2_000),
  name: optionalText(200),
  createdAt: time,
});

/** A day, « 2026-11-20 ». */
const day = z.iso.date("une date est attendue");
const reviewFacts = {
  experiencedOn: day.optional(),
  receivedOn: day.optional(),
  wasBought: z.literal(true).optional(),
};
/** A comment that an administrator has hidden, with its reasons. */
const hiddenComment = comment.extend({
  id,
  changedAt: time.optional(),
  ...reviewFacts,
  hiddenAt: time,
  reason: requiredText(2_000),
});

export const specification = z.object({ value: text(2_000), name: text(2_000) });

const fact = (name: "precautions" | "responsiblePerson" | "origin" | "reference" | "sorting") =>
  z.string().transform(visibleText).pipe(requiredText(LONGEST_FACT[name]));

/** The facts of a product, each present only when it is known; the form's and the CSV import's rules. */
const productFacts = z
  .strictObject({
    productType: z.literal("other", "« other » est attendu"),
    netQuantity: z.strictObject({
      value: z
        .number()
        .positive("est nul ou négatif")
        .max(LARGEST_QUANTITY, `${LARGEST_QUANTITY} au plus`)
        .multipleOf(0.01),
      unit: z.enum(UNITS, "« ml », « g » ou « pièce » est attendu"),
    }),
    paoMonths: z.int().min(1, "1 au moins").max(LONGEST_PAO, `${LONGEST_PAO} au plus`),
    durabilityDate: day,
    precautions: fact("precautions"),
    responsiblePerson: fact("responsiblePerson"),
    origin: fact("origin"),
    reference: fact("reference"),
    ean: z
      .string()
      .regex(/^(\d{8}|\d{13})$/, "8 ou 13 chiffres sont attendus")
      .refine(
        (ean) => checkDigit(ean.slice(0, -1)) === ean.at(-1),
        "a un chiffre de contrôle faux",
      ),
    sorting: fact("sorting"),
    weightGrams: z.int().min(1, "1 au moins").max(LARGEST_WEIGHT, `${LARGEST_WEIGHT} au plus`),
  })
  .partial();

/** The family of a product, and its place there. */
const family = z.strictObject({
  id: z.string().regex(/^[0-9A-Za-z]{26}$/, "26 chiffres ou lettres sont attendus"),
  name: requiredText(LONGEST_NAME),
  kind: z.enum(FAMILY_KINDS, "« teinte » ou « contenance » est attendu"),
  version: z.int32().min(1),
  position: z.int().min(0).max(32_767),
  label: requiredText(LONGEST_LABEL),
  colour: z
    .string()
    .regex(/^#[0-9A-F]{6}$/, "« #C08080 » est attendu")
    .optional(),
});

export const productDocument = z.object({
  id,
  uid: optionalText(128),
  name: requiredText(200).transform((value) => value.toLowerCase()),
  price,
  composition: optionalText(100_000),
  category: z.enum(CATEGORIES, "n’est pas une des dix catégories"),
  description: optionalText(100_000),
  spcifications: list(specification),
  createdAt: time,
  updatedAt: timeOrBlank.optional().transform((value) => value ?? null),
  galleries: list(requiredText(2_000)),
  comments: list(comment),
  rating: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d([.]\d+)?$/)
        .transform(Number),
    ])
    .nullish(),
  sellingTypes: z
    .enum(SELLING_TYPES, "« Normal » ou « en Vedette » est attendu")
    .nullish()
    .transform((value) => value ?? "Normal"),
  favori: list(id),
  eclat: ownData({
    version: z.int32().min(1),
    comments: z.array(id),
    /** The time of the author's last change of a comment, by comment id. */
    changed: z.record(id, time).optional(),
    facts: productFacts,
    family,
    /** Date of experience and purchase of a comment, by comment id. */
    reviews: z.record(id, z.strictObject(reviewFacts)),
    hidden: z.array(hiddenComment),
  }),
});

/** A favorites document. Its other fields are a copy of the product's: the import ignores them, the export adds them. */
export const favouriteDocument = z.object({
  id,
  uid: id,
  eclat: ownData({ createdAt: time }),
});
