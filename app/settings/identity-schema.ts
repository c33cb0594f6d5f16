import { z } from "zod";
import { filledLine, line } from "./field-schema.ts";

/** The brand's name and the sentences that present it. */
export const identitySchema = z.object({
  name: filledLine(40, "Donnez le nom de la boutique, tel que vos clients le lisent."),
  offer: filledLine(80, "Dites en quelques mots ce que la boutique vend."),
  baseline: line(160),
  description: filledLine(300, "Décrivez la boutique en une ou deux phrases."),
});

export const IDENTITY_FIELDS = {
  name: "Nom de la boutique",
  offer: "Ce que vend la boutique",
  baseline: "Signature",
  description: "Description",
};

/** The brand of the specification, for a demo shop. */
export const IDENTITY_DEFAULTS: z.input<typeof identitySchema> = {
  name: "Éclat",
  offer: "Soins, maquillage et parfums",
  baseline: "Soins, maquillage et parfums, composés avec retenue.",
  description:
    "Soins, maquillage et parfums, composés avec retenue\u00a0: chaque produit porte sa liste complète. Livraison offerte, 30 jours pour changer d’avis.",
};

/** A shop of one's own: what it says of its products is its own to say. */
export const REAL_IDENTITY: z.input<typeof identitySchema> = {
  ...IDENTITY_DEFAULTS,
  baseline: "Soins, maquillage et parfums.",
  description: "Soins, maquillage et parfums. Livraison offerte, 30 jours pour changer d’avis.",
};
