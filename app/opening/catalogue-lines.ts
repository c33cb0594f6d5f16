import { productsAddress } from "#app/catalogue/manage/product-list-query.ts";
import { ACNE_CATEGORY } from "#app/catalogue/product-schema.ts";
import type { Line } from "./checklist-line.ts";
import type { Facts } from "./shop-facts.ts";

/** The lines about the products. Only a first product is obligatory. */
export function catalogueLines({ products }: Facts): Line[] {
  const toComplete = (
    id: string,
    title: string,
    count: number,
    why: string,
    to = "/admin/produits",
  ): Line => {
    const found = `${count}\u00a0produit${count > 1 ? "s" : ""} à compléter. ${why}`;
    const line = advice({ id, title, count, why, found, to });
    return { ...line, isDone: line.isDone && products.count > 0 };
  };
  return [
    {
      id: "products",
      section: "catalogue",
      title: "Un premier produit",
      isDone: products.count > 0,
      isObligatory: true,
      why: "Une boutique qui ouvre a au moins un produit à vendre.",
      to: "/admin/new/product",
    },
    toComplete(
      "pictures",
      "Une photo par produit",
      products.withoutPicture,
      "Une vente à distance montre une image du produit (règlement 2023/988, art. 19).",
    ),
    toComplete(
      "texts",
      "Une description par produit",
      products.withoutText,
      "Elle donne les caractéristiques essentielles du produit (code de la consommation, L111-1).",
    ),
    toComplete(
      "lists",
      "Une composition par cosmétique",
      products.withoutList,
      "La liste INCI des ingrédients (règlement 1223/2009, art. 19).",
    ),
    toComplete(
      "sheets",
      "Une fiche complète par produit",
      products.incomplete,
      "La fiche donne la quantité nette, les précautions, la durée après ouverture, la référence et le tri (règlement 1223/2009, art. 19\u00a0; code de l’environnement, L541-9-3).",
      "/admin/produits?fiche=incomplete",
    ),
    bannedLine(products.banned),
    acneLine(products.inAcneCategory),
  ];
}

type Advice = Pick<Line, "id" | "title" | "to"> & {
  /** The products that it is about. */
  count: number;
  /** `why`: the text if there is none; `found`: the text about those found. */
  why: string;
  found: string;
};

const advice = ({ count, why, found, ...line }: Advice): Line => ({
  ...line,
  section: "catalogue",
  isDone: count === 0,
  isObligatory: false,
  why: count === 0 ? why : found,
});

function bannedLine(count: number): Line {
  const why = "La liste INCI est comparée à celles du règlement 1223/2009 et de la loi française.";
  return advice({
    id: "banned",
    title: "Aucun ingrédient interdit",
    count,
    why,
    found: `${count}\u00a0cosmétique${count > 1 ? "s ont" : " a"} un ingrédient interdit. ${why}`,
    to: "/admin/verifications",
  });
}

/** The category's specified name presents its products as medicines, whatever their own texts say. */
function acneLine(count: number): Line {
  const name = `«\u00a0${ACNE_CATEGORY}\u00a0»`;
  const law = "présente un cosmétique comme un médicament (code de la santé publique, L5111-1)";
  return advice({
    id: "acne",
    title: "Aucune catégorie qui promet de soigner",
    count,
    why: `Le nom ${name} ${law}\u00a0: n’y rangez aucun produit.`,
    found: `${count}\u00a0produit${count > 1 ? "s sont rangés" : " est rangé"} dans ${name}, un nom qui ${law}. Choisissez une autre catégorie, par exemple «\u00a0Soins de la peau\u00a0».`,
    to: productsAddress.href({ category: ACNE_CATEGORY }),
  });
}
