import type { Settings } from "./groups.ts";
import { IDENTITY_DEFAULTS } from "./identity-schema.ts";
import { PAGES_DEFAULTS } from "./pages-schema.ts";

/** Delivered texts that hold without delivery methods only, and what stands for them when the shop has methods. */
const WITH_METHODS = new Map(
  [IDENTITY_DEFAULTS.description, ...PAGES_DEFAULTS.questions.map(({ answer }) => answer)].map(
    (text) => [
      text,
      text
        .replace("Livraison offerte, 30 jours", "30 jours")
        .replace("\u00a0: quatre jours au plus après la commande", ""),
    ],
  ),
);

/** A delivered text as it holds with the shop's delivery methods. A text that the shop has written stays. */
export function followingDelivery(text: string, { delivery }: Pick<Settings, "delivery">): string {
  const hasMethods = delivery.list.some(({ isActive }) => isActive);
  return (hasMethods && WITH_METHODS.get(text)) || text;
}
