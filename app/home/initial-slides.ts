import { INITIAL_NAME } from "#app/settings/initial-name.ts";
import type { Slide } from "./home-schema.ts";

/** The initial slides of a demo (specification §2). Other shops start without slides, because the pictures show the demo's brand. */
export const SLIDES: Slide[] = [
  {
    id: "creme",
    isShown: true,
    picture: "livree-1",
    focusX: 64,
    focusY: 50,
    alt: "Crème hydratante, masque et sérum Éclat sur des socles de pierre, pétales de rose",
    productId: "",
    productName: "crème hydratante rose et lin",
    label: "Soins de la peau",
    title: "Rose de Damas,",
    emphasis: "fleur de lin",
    text: "Une crème onctueuse qui enveloppe la peau d’un voile confortable, du petit matin jusqu’au coucher.",
    action: "Découvrir la crème",
    side: "left",
  },
  {
    id: "parfum",
    isShown: true,
    picture: "livree-2",
    focusX: 24,
    focusY: 50,
    alt: "Eaux de parfum, rouge à lèvres, blush et vernis Éclat sur fond lilas",
    productId: "",
    productName: "eau de parfum jardin de nuit",
    label: "Parfums",
    title: "Un jardin clos,",
    emphasis: "la nuit",
    text: "Bergamote et poivre rose, puis un cœur de jasmin, de tubéreuse et de fleur d’oranger.",
    action: "Découvrir le parfum",
    side: "right",
  },
  {
    id: "soleil",
    isShown: true,
    picture: "livree-3",
    focusX: 58,
    focusY: 50,
    alt: "Lait corps, crème solaire, huile pailletée et savon Éclat sur fond sable",
    productId: "",
    productName: "crème solaire visage spf 50+",
    label: "Produits de protection solaire",
    title: "Le soleil,",
    emphasis: "sans traces",
    text: "SPF\u00a050+ dans une texture invisible, ni blanche ni collante, qui s’applique sous le maquillage.",
    action: "Découvrir la crème solaire",
    side: "left",
  },
];

const INITIAL_ALTS = new Set(SLIDES.map(({ alt }) => alt));

/**
 * Removes the brand on the jars from the descriptions of the initial pictures, in a shop of another name. Returns other
 * descriptions unchanged.
 */
export const altFor = (alt: string, shopName: string) =>
  shopName !== INITIAL_NAME && INITIAL_ALTS.has(alt) ? alt.replace(` ${INITIAL_NAME}`, "") : alt;
