import { z } from "zod";
import { filledLine, line, listOf, UNREADABLE } from "#app/settings/field-schema.ts";
import { titled } from "#app/settings/readable.ts";
import { defineSettings, type Reading, type ValueOf } from "#app/settings/settings-group.ts";
import { MOST_SLIDES, slideSchema, STORED_PICTURE, type Slide } from "./home-schema.ts";
import { altFor, SLIDES } from "./initial-slides.ts";
import { isSlideLink } from "./slide-links.ts";
import { namedProducts, namesOf } from "./slide-products.server.ts";
import { unsavedHome } from "./unsaved-home.ts";

const UNKNOWN_PAGE = "Choisissez une page de la liste.";
const GONE = "Ce produit n’existe plus\u00a0: choisissez-en un autre.";

/** The settings of the home page's banner and brand section. Only a demo has initial slides and claims about its products. */
export const homeSettings = defineSettings({
  name: "home",
  path: "accueil",
  title: "Accueil",
  icon: "image",
  summary: "Les diapositives et le texte de la maison",
  fields: {
    slides: {
      label: "Diapositives",
      schema: listOf(
        z.array(slideSchema, UNREADABLE).max(MOST_SLIDES, `${MOST_SLIDES} diapositives au plus.`),
      ),
      initial: [],
      demo: SLIDES,
      list: {
        item: "Diapositive",
        parts: {
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
        },
        describe: describeSlide,
      },
    },
    houseLabel: { label: "Étiquette", schema: line(60), initial: "La maison" },
    houseTitle: {
      label: "Titre",
      schema: filledLine(80, "Donnez un titre."),
      initial: "Prenez le temps",
      demo: "Tout ce qu’il y a dedans,",
    },
    houseEmphasis: {
      label: "Fin du titre, en italique",
      schema: line(60),
      initial: "de choisir",
      demo: "écrit dehors",
    },
    houseText: {
      label: "Texte",
      schema: line(400),
      initial: "Chaque fiche dit ce que nous savons du produit. Vous lisez, puis vous choisissez.",
      demo: "Chaque produit porte sa liste complète, dans l’ordre de l’étiquette, allergènes compris. Vous lisez, puis vous choisissez.",
    },
    houseAction: { label: "Texte du lien", schema: line(40), initial: "Lire une fiche" },
    /** The id of the product whose composition is shown; empty: the first slide's product. */
    houseProductId: {
      label: "Produit",
      schema: z.string().max(64, "Choisissez un produit."),
      initial: "",
      read: (text: string, { products }: Reading) =>
        text ? (products[text] ?? "Produit supprimé") : "Celui de la première diapositive",
    },
  },
  pictures: ({ slides }) =>
    slides.flatMap(({ picture }, index) =>
      STORED_PICTURE.test(picture) ? [{ field: `slides.${index}.picture`, path: picture }] : [],
    ),
  /** The form starts with the descriptions that the home page shows (altFor). */
  onForm: (home, shopName) => ({
    ...home,
    slides: home.slides.map((slide) => ({ ...slide, alt: altFor(slide.alt, shopName) })),
  }),
  /** Refuses a link outside the list, or a newly chosen product that doesn't exist. The banner leaves out slides of deleted products. */
  async check({ tx, value: home, before }) {
    const existing = new Set((await namedProducts(tx, [home])).map(({ id }) => id));
    const errors: Record<string, string> = {};
    for (const [index, { id, link, productId }] of home.slides.entries()) {
      if (link && !isSlideLink(link)) errors[`slides.${index}.link`] = UNKNOWN_PAGE;
      const isKept = before.slides.some((one) => one.id === id && one.productId === productId);
      if (productId && !link && !isKept && !existing.has(productId))
        errors[`slides.${index}.productId`] = GONE;
    }
    const { houseProductId } = home;
    if (houseProductId && houseProductId !== before.houseProductId && !existing.has(houseProductId))
      errors["houseProductId"] = GONE;
    return errors;
  },
  productNames: async (db, drafts) => namesOf(await namedProducts(db, drafts.map(unsavedHome))),
});

export type Home = ValueOf<typeof homeSettings>;

function describeSlide(
  slide: Slide,
  other: Slide | undefined,
  { earlier, products }: Reading,
): string[] {
  const fullTitle = [slide.title, slide.emphasis].filter(Boolean).join(" ");
  const changed = (part: keyof Slide) => !other || other[part] !== slide[part];
  const text = (part: keyof Slide, name: string) =>
    changed(part) ? titled(name, String(slide[part] ?? "")) : "";
  const replaces = other && earlier !== undefined;
  const { productId, productName } = slide;
  return [
    slide.isShown ? "affichée" : "cachée",
    titled("titre", fullTitle) || "sans titre",
    titled("mène à", slide.link ?? "") ||
      titled("produit", products[productId || productName] ?? productName) ||
      (productId ? "produit supprimé" : "sans produit"),
    replaces && changed("picture") ? "image modifiée" : "",
    replaces && (changed("focusX") || changed("focusY")) ? "point de mire modifié" : "",
    text("alt", "description de l’image"),
    text("label", "étiquette"),
    text("text", "texte"),
    text("action", "bouton"),
    changed("side") ? `texte à ${slide.side === "right" ? "droite" : "gauche"}` : "",
  ];
}
