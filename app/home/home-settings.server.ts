import { inArray } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import { storedPictures } from "#app/media/pictures.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import type { Draft } from "#app/settings/groups.ts";
import {
  DELIVERED_PICTURES,
  MOST_SLIDES,
  STORED_PICTURE,
  type Home,
  type Slide,
} from "#app/settings/home-schema.ts";
import { itemsOf } from "#app/settings/items.ts";
import type { SettingsCheck } from "#app/settings/save-settings.server.ts";
import type { SettingsStore } from "#app/settings/settings.server.ts";
import { products } from "#db/schema/index.ts";
import { readHomeLists } from "./home-lists.server.ts";

const GONE = "Ce produit n’existe plus\u00a0: choisissez-en un autre.";

/** The displayed names of products by id; missing ones are left out. */
export async function productNames(
  db: Queryable,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const wanted = ids.filter(Boolean);
  if (wanted.length === 0) return {};
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, wanted));
  return Object.fromEntries(rows.map(({ id, name }) => [id, displayName(name)]));
}

/** The ids of the products that the home page's settings name. */
export const productIds = ({ slides, houseProductId }: Pick<Home, "slides" | "houseProductId">) =>
  [...slides.map(({ productId }) => productId), houseProductId].filter(Boolean);

/** Refuses products that don't exist. A hidden slide may keep a deleted one. */
export const checkHome: SettingsCheck<"home"> = async (tx, home) => {
  const names = await productNames(tx, productIds(home));
  const errors: Record<string, string> = {};
  for (const [index, { isShown, productId }] of home.slides.entries())
    if (isShown && productId && !Object.hasOwn(names, productId))
      errors[`slides.${index}.productId`] = GONE;
  if (home.houseProductId && !Object.hasOwn(names, home.houseProductId))
    errors["houseProductId"] = GONE;
  return errors;
};

/** An unsaved home page: whatever is typed so far, errors included. */
export function unsavedHome(draft: Draft): Home {
  const text = (value: unknown, most = 1_000) => String(value ?? "").slice(0, most);
  const percent = (value: unknown) => Math.min(100, Math.max(0, Math.round(Number(value) || 0)));
  const slides = itemsOf<Record<string, unknown>>(draft["slides"])
    .slice(0, MOST_SLIDES)
    .map((slide): Slide => {
      const picture = text(slide["picture"]);
      const isKnown =
        (DELIVERED_PICTURES as readonly string[]).includes(picture) || STORED_PICTURE.test(picture);
      return {
        id: text(slide["id"], 40),
        isShown: slide["isShown"] === true,
        picture: isKnown ? picture : "",
        focusX: percent(slide["focusX"]),
        focusY: percent(slide["focusY"]),
        alt: text(slide["alt"]),
        // Names and ids are one line each in a query's list.
        productId: text(slide["productId"], 64).replaceAll("\n", ""),
        productName: text(slide["productName"]).replaceAll("\n", ""),
        label: text(slide["label"]),
        title: text(slide["title"]),
        emphasis: text(slide["emphasis"]),
        text: text(slide["text"]),
        action: text(slide["action"]),
        side: slide["side"] === "right" ? "right" : "left",
      };
    });
  return {
    slides,
    houseLabel: text(draft["houseLabel"]),
    houseTitle: text(draft["houseTitle"]),
    houseEmphasis: text(draft["houseEmphasis"]),
    houseText: text(draft["houseText"]),
    houseAction: text(draft["houseAction"]),
    houseProductId: text(draft["houseProductId"], 64),
  };
}

/** What the preview of an unsaved home page needs of the database. */
export async function readUnsavedHome(db: Queryable, home: Home) {
  const [lists, pictures] = await Promise.all([
    readHomeLists(db, home),
    storedPictures(
      db,
      home.slides.map(({ picture }) => picture),
    ),
  ]);
  return { slideProducts: lists.slideProducts, house: lists.house, pictures };
}

/**
 * Tells the administrators of each shown slide whose product was deleted, once: the message's id names slide and product.
 */
export async function reportMissingProducts({
  db,
  settings,
}: {
  db: Database;
  settings: SettingsStore;
}): Promise<void> {
  const { slides } = settings.current().groups.home;
  const chosen = slides.filter(({ isShown, productId }) => isShown && productId);
  const names = await productNames(
    db,
    chosen.map(({ productId }) => productId),
  );
  for (const { id, productId, title, emphasis } of chosen)
    if (!Object.hasOwn(names, productId))
      await addMessage(db, {
        id: `diapositive-${id}-${productId}`,
        title: "Une diapositive a quitté l’accueil",
        message: `Le produit de la diapositive «\u00a0${[title, emphasis].filter(Boolean).join(" ")}\u00a0» a été supprimé\u00a0: elle n’est plus affichée. Choisissez-lui un autre produit dans Réglages, Accueil.`,
        email: "",
        name: "La boutique",
        phoneNumber: "",
      });
}
