import { eq, inArray, or, sql } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import { storedPictures } from "#app/media/pictures.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { SLIDE_NOTICE } from "#app/messages/shop-notice.ts";
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
import type { SettingsCheck, SettingsRules } from "#app/settings/save-settings.server.ts";
import type { SettingsStore } from "#app/settings/settings.server.ts";
import { products } from "#db/schema/index.ts";
import { readHomeLists } from "./home-lists.server.ts";
import { productKey, type NamedProducts } from "./named-products.ts";
import { isSlideLink } from "./slide-links.ts";

const UNKNOWN_PAGE = "Choisissez une page de la liste.";
const GONE = "Ce produit n’existe plus\u00a0: choisissez-en un autre.";

type Naming = Pick<Home, "slides" | "houseProductId">;

/** The products that settings of the home page name: by id, or (delivered slides) by stored name. */
async function namedProducts(
  db: Queryable,
  homes: readonly Naming[],
): Promise<{ id: string; name: string }[]> {
  const keys = homes
    .flatMap(({ slides, houseProductId }) => [...slides.map(productKey), houseProductId])
    .filter(Boolean);
  if (keys.length === 0) return [];
  // COLLATE french is needed to use the index.
  const isNamed = sql`${products.name} COLLATE french = ANY (${sql.param(keys)})`;
  return db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(or(inArray(products.id, keys), isNamed));
}

/** The displayed names of these products by `productKey`. */
const namesOf = (rows: readonly { id: string; name: string }[]): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap(({ id, name }) => [id, name].map((key) => [key, displayName(name)])),
  );

/** Refuses to choose a page that a slide may not lead to, or a product that doesn't exist. A slide keeps one that was deleted: it only leaves the banner. */
const check: SettingsCheck<"home"> = async (tx, home, before) => {
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
};

export const homeRules: SettingsRules<"home"> = {
  check,
  productNames: async (db, drafts) => namesOf(await namedProducts(db, drafts.map(unsavedHome))),
};

/** What the form shows of the products that the settings name. */
export async function readNamedProducts(db: Queryable, home: Home): Promise<NamedProducts> {
  const rows = await namedProducts(db, [home]);
  const featured = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.sellingType, "en Vedette"))
    .limit(1);
  return { names: namesOf(rows), hasFeatured: featured.length > 0 };
}

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
        link: isSlideLink(text(slide["link"])) ? text(slide["link"]) : "",
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
