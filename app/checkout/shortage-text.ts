import { displayName } from "#app/catalogue/product-name.ts";
import type { Shortage } from "#app/orders/order-stock.server.ts";

type Shortages = readonly Pick<Shortage, "name" | "available">[];

/** « Il ne reste que 2 × Crème de jour. », one sentence for each product with too few pieces. */
export const shortageText = (shortages: Shortages): string =>
  shortages
    .map(({ name, available }) =>
      available > 0
        ? `Il ne reste que ${available}\u00a0×\u00a0${displayName(name)}.`
        : `«\u00a0${displayName(name)}\u00a0» est épuisé.`,
    )
    .join(" ");

/** The message about missing pieces for an order that was not placed. */
export const shortageNotice = (shortages: Shortages): string =>
  `${shortageText(shortages)} Rien n’a été commandé.`;
