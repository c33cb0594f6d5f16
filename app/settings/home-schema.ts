import { z } from "zod";
import { filledLine, line, listOf, UNREADABLE } from "./field-schema.ts";
import { IDENTITY_DEFAULTS } from "./identity-schema.ts";

export const MOST_SLIDES = 5;
/** The pictures that are delivered with the shop (home/delivered-pictures.ts). */
export const DELIVERED_PICTURES = ["livree-1", "livree-2", "livree-3"] as const;
export const STORED_PICTURE = /^images\/[\w-]+\/[\w-]+\.(?:jpe?g|webp|png)$/;
const percent = z.coerce.number().int().min(0).max(100);

const slide = z
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

export type Slide = z.output<typeof slide>;

/** The home page's banner and brand section. */
export const homeSchema = z.object({
  slides: listOf(
    z.array(slide, UNREADABLE).max(MOST_SLIDES, `${MOST_SLIDES} diapositives au plus.`),
  ),
  houseLabel: line(60),
  houseTitle: filledLine(80, "Donnez un titre."),
  houseEmphasis: line(60),
  houseText: line(400),
  houseAction: line(40),
  /** The id of the product whose composition is shown; empty: the first slide's. */
  houseProductId: z.string().max(64, "Choisissez un produit."),
});

export type Home = z.output<typeof homeSchema>;

export const HOME_FIELDS = {
  slides: "Diapositives",
  houseLabel: "Étiquette",
  houseTitle: "Titre",
  houseEmphasis: "Fin du titre, en italique",
  houseText: "Texte",
  houseAction: "Texte du lien",
  houseProductId: "Produit",
};
export const SLIDE_FIELDS = {
  isShown: "affichée",
  picture: "image",
  focusX: "point de mire",
  focusY: "point de mire",
  alt: "description de l’image",
  link: "destination",
  productId: "produit",
  label: "étiquette",
  title: "titre",
  emphasis: "fin du titre",
  text: "texte",
  action: "bouton",
  side: "côté du texte",
};

/** The three slides of specification §2. A shop that is no demo has none: their pictures show the demo's brand. */
const SLIDES: Slide[] = [
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

export const HOME_DEFAULTS: Home = {
  slides: SLIDES,
  houseLabel: "La maison",
  houseTitle: "Tout ce qu’il y a dedans,",
  houseEmphasis: "écrit dehors",
  houseText:
    "Chaque produit porte sa liste complète, dans l’ordre de l’étiquette, allergènes compris. Vous lisez, puis vous choisissez.",
  houseAction: "Lire une fiche",
  houseProductId: "",
};

/** A shop of one's own: no slide of the demo, and no claim about its products. */
export const REAL_HOME: Home = {
  ...HOME_DEFAULTS,
  slides: [],
  houseTitle: "Prenez le temps",
  houseEmphasis: "de choisir",
  houseText: "Chaque fiche dit ce que nous savons du produit. Vous lisez, puis vous choisissez.",
};

const DELIVERED_ALTS = new Set(SLIDES.map(({ alt }) => alt));

/**
 * A description of a picture as a shop of this name has it: those of the delivered pictures name the brand on the jars only
 * in the shop of that brand.
 */
export const altFor = (alt: string, shopName: string) =>
  shopName !== IDENTITY_DEFAULTS.name && DELIVERED_ALTS.has(alt)
    ? alt.replace(` ${IDENTITY_DEFAULTS.name}`, "")
    : alt;
