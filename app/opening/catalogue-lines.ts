import type { Line } from "./checklist-line.ts";
import type { Facts } from "./checklist.ts";

/** The lines about the products. Only a first product is obligatory. */
export function catalogueLines({ products }: Facts): Line[] {
  const advice = (
    id: string,
    title: string,
    count: number,
    why: string,
    to = "/admin/produits",
  ): Line => ({
    id,
    section: "catalogue",
    title,
    isDone: products.count > 0 && count === 0,
    isObligatory: false,
    why: count > 0 ? `${count} produit${count > 1 ? "s" : ""} à compléter. ${why}` : why,
    to,
  });
  return [
    {
      id: "products",
      section: "catalogue",
      title: "Un premier produit",
      isDone: products.count > 0,
      isObligatory: true,
      why: "Une boutique ouverte a quelque chose à vendre.",
      to: "/admin/new/product",
    },
    advice(
      "pictures",
      "Une photo par produit",
      products.withoutPicture,
      "L’image du produit est due à distance (2023/988, art. 19).",
    ),
    advice(
      "texts",
      "Une description par produit",
      products.withoutText,
      "Ses caractéristiques essentielles (consommation, L111-1).",
    ),
    advice(
      "lists",
      "Une composition par cosmétique",
      products.withoutList,
      "La liste INCI (1223/2009, art. 19).",
    ),
    advice(
      "sheets",
      "Une fiche complète par produit",
      products.incomplete,
      "Quantité nette, précautions, durée après ouverture, référence et tri (1223/2009, art. 19 ; environnement, L541-9-3).",
      "/admin/produits?fiche=incomplete",
    ),
  ];
}
