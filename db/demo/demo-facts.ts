import { checkDigit, type ProductFacts, type Unit } from "#app/catalogue/facts/facts-schema.ts";

/** The facts of catalogue.json, and the shape of the packaging (`container`). */
export type FactTexts = {
  reference: string;
  container: string;
  netQuantity: { value: number; unit: Unit };
  /** « 12M »: months after opening. */
  pao: string;
  warnings: string[];
};

/** For products without a particular warning. */
const PRECAUTIONS = "Usage externe. Ne pas appliquer sur une peau irritée ou lésée.";

/** How to sort each kind of packaging. */
const SORTING: Record<string, string> = {
  "bar-soap": "Étui en carton : bac de tri.",
  candle: "Pot en verre, vide : conteneur à verre.\nCouvercle et étui : bac de tri.",
  compact: "Boîtier et miroir : ordures ménagères.\nÉtui en carton : bac de tri.",
  "dropper-bottle": "Flacon en verre, vidé : conteneur à verre.\nPipette et étui : bac de tri.",
  jar: "Pot en verre, vidé : conteneur à verre.\nCouvercle et étui : bac de tri.",
  lipstick: "Étui en carton et tube vide : bac de tri.",
  mascara: "Étui en carton et tube vide : bac de tri.",
  "nail-polish": "Flacon avec un reste de vernis : déchèterie.\nÉtui en carton : bac de tri.",
  palette: "Boîtier et miroir : ordures ménagères.\nÉtui en carton : bac de tri.",
  "perfume-bottle": "Flacon en verre, vidé : conteneur à verre.\nÉtui en carton : bac de tri.",
  "pump-bottle": "Flacon, pompe et étui : bac de tri.",
  sachet: "Sachet vide : bac de tri.",
  "spray-bottle": "Flacon, vaporisateur et étui : bac de tri.",
  stick: "Étui en carton et tube vide : bac de tri.",
  "tall-bottle": "Flacon et bouchon : bac de tri.",
  tube: "Tube vide, bouchon et étui : bac de tri.",
};

/** The facts of the demo's product. The EAN has GS1's prefix 2, for codes within one company: it is no one's. */
export function demoFacts(texts: FactTexts): ProductFacts {
  const code = `2${texts.reference.replace(/\D/g, "").padStart(11, "0")}`;
  return {
    productType: null,
    netQuantity: texts.netQuantity.value,
    netUnit: texts.netQuantity.unit,
    paoMonths: Number.parseInt(texts.pao),
    durabilityDate: null,
    precautions: texts.warnings.join("\n") || PRECAUTIONS,
    responsiblePerson: null,
    origin: "Fabriqué en France",
    reference: texts.reference,
    ean: code + checkDigit(code),
    sorting: SORTING[texts.container] ?? null,
    // Contents and packaging.
    weightGrams: Math.round(texts.netQuantity.value) + 60,
  };
}
