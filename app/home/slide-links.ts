import { categoryHref, CATEGORIES } from "#app/catalogue/product-schema.ts";

/** What a slide may link to instead of a product: pages of the shop and its categories. */
export const SLIDE_LINKS = [
  { value: "/boutique", label: "Toute la boutique" },
  ...CATEGORIES.map((category) => ({ value: categoryHref(category), label: category })),
  { value: "/apropos-de-nous", label: "Qui Sommes Nous" },
  { value: "/faqs", label: "Questions fréquentes" },
  { value: "/contact", label: "Contact" },
];

export const isSlideLink = (link: string) => SLIDE_LINKS.some(({ value }) => value === link);
