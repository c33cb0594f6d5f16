import { addMessage } from "#app/messages/messages.server.ts";
import { SLIDE_NOTICE } from "#app/messages/shop-notice.ts";
import type { Database } from "#app/platform/db.server.ts";
import type { SettingsStore } from "#app/settings/settings.server.ts";
import { namedProducts } from "./slide-products.server.ts";

/**
 * Notifies administrators of each slide whose product was deleted. Idempotent: the message's id contains slide and product.
 */
export async function reportMissingProducts({
  db,
  settings,
}: {
  db: Database;
  settings: SettingsStore;
}): Promise<void> {
  const { slides } = settings.current().groups.home;
  const chosen = slides.filter((slide) => slide.isShown && slide.productId && !slide.link);
  const named = await namedProducts(db, [{ slides: chosen, houseProductId: "" }]);
  const existing = new Set(named.map(({ id }) => id));
  for (const { id, productId, title, emphasis } of chosen)
    if (!existing.has(productId))
      await addMessage(db, {
        id: `${SLIDE_NOTICE}${id}-${productId}`,
        title: "Une diapositive a quitté l’accueil",
        message: `Le produit de la diapositive «\u00a0${[title, emphasis].filter(Boolean).join(" ")}\u00a0» a été supprimé\u00a0: elle n’est plus affichée. Choisissez-lui un autre produit dans Réglages, Accueil.`,
        email: "",
        name: "La boutique",
        phoneNumber: "",
      });
}
