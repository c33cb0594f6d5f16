import skinCareSquare from "./banners/1-square.webp";
import skinCare from "./banners/1.jpg";
import skinCareWide from "./banners/1.webp";
import perfumeSquare from "./banners/2-square.webp";
import perfume from "./banners/2.jpg";
import perfumeWide from "./banners/2.webp";
import sunCareSquare from "./banners/3-square.webp";
import sunCare from "./banners/3.jpg";
import sunCareWide from "./banners/3.webp";

export type BannerSlide = {
  /** The stored name of the product that the slide links to. */
  productName: string;
  /**
   * URLs of the picture: `wide` is 2000 × 900 px; `square` its centre, 900 × 900 px, for phones; `fallback` for browsers
   * without WebP.
   */
  picture: { wide: string; square: string; fallback: string; alt: string };
  /** A CSS class that sets the focal point of the crop and the position of the text. */
  className: string;
  label: string;
  title: string;
  /** The end of the title, shown in italics. */
  emphasis: string;
  text: string;
  action: string;
};

/** The home page's three slides (specification §2). */
export const SLIDES: readonly BannerSlide[] = [
  {
    productName: "crème hydratante rose et lin",
    picture: {
      wide: skinCareWide,
      square: skinCareSquare,
      fallback: skinCare,
      alt: "Crème hydratante, masque et sérum Éclat sur des socles de pierre, pétales de rose",
    },
    className: "slide--focus-64",
    label: "Soins de la peau",
    title: "Rose de Damas,",
    emphasis: "fleur de lin",
    text: "Une crème onctueuse qui enveloppe la peau d’un voile confortable, du petit matin jusqu’au coucher.",
    action: "Découvrir la crème",
  },
  {
    productName: "eau de parfum jardin de nuit",
    picture: {
      wide: perfumeWide,
      square: perfumeSquare,
      fallback: perfume,
      alt: "Eaux de parfum, rouge à lèvres, blush et vernis Éclat sur fond lilas",
    },
    className: "slide--r slide--focus-24",
    label: "Parfums",
    title: "Un jardin clos,",
    emphasis: "la nuit",
    text: "Bergamote et poivre rose, puis un cœur de jasmin, de tubéreuse et de fleur d’oranger.",
    action: "Découvrir le parfum",
  },
  {
    productName: "crème solaire visage spf 50+",
    picture: {
      wide: sunCareWide,
      square: sunCareSquare,
      fallback: sunCare,
      alt: "Lait corps, crème solaire, huile pailletée et savon Éclat sur fond sable",
    },
    className: "slide--focus-58",
    label: "Produits de protection solaire",
    title: "Le soleil,",
    emphasis: "sans traces",
    text: "SPF\u00a050+ dans une texture invisible, ni blanche ni collante, qui s’applique sous le maquillage.",
    action: "Découvrir la crème solaire",
  },
];
