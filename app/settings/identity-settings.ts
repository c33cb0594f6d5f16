import { filledLine, line } from "./field-schema.ts";
import { INITIAL_NAME } from "./initial-name.ts";
import { defineSettings } from "./settings-group.ts";

/** The settings of the brand's name and of the sentences that present it. Only a demo shop has initial claims about its products. */
export const identitySettings = defineSettings({
  name: "identity",
  path: "identite",
  title: "Identité",
  icon: "star",
  summary: "Le nom, la signature et la description",
  fields: {
    name: {
      label: "Nom de la boutique",
      schema: filledLine(40, "Donnez le nom de la boutique, tel que vos clients le lisent."),
      initial: INITIAL_NAME,
      variable: "SHOP_NAME",
    },
    offer: {
      label: "Ce que vend la boutique",
      schema: filledLine(80, "Dites en quelques mots ce que la boutique vend."),
      initial: "Soins, maquillage et parfums",
    },
    baseline: {
      label: "Signature",
      schema: line(160),
      initial: "Soins, maquillage et parfums.",
      demo: "Soins, maquillage et parfums, composés avec retenue.",
    },
    description: {
      label: "Description",
      schema: filledLine(300, "Décrivez la boutique en une ou deux phrases."),
      initial: "Soins, maquillage et parfums. Livraison offerte, 30 jours pour changer d’avis.",
      demo: "Soins, maquillage et parfums, composés avec retenue\u00a0: chaque produit porte sa liste complète. Livraison offerte, 30 jours pour changer d’avis.",
    },
  },
});
