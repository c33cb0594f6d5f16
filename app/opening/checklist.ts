import { catalogueLines } from "./catalogue-lines.ts";
import type { Line } from "./checklist-line.ts";
import { mailLines } from "./mail-lines.ts";
import { paymentLines } from "./payment-lines.ts";
import { sellerLines } from "./seller-lines.ts";
import type { Facts } from "./shop-facts.ts";
import { siteLines } from "./site-lines.ts";

/** The lines, section by section, in the order of the page. */
export const linesOf = (facts: Facts): Line[] => [
  ...sellerLines(facts),
  ...paymentLines(facts),
  ...mailLines(facts),
  ...siteLines(facts),
  ...catalogueLines(facts),
];
