import { sql } from "drizzle-orm";
import {
  CATEGORIES,
  type Category,
  type Picture,
  type Product,
  type ProductCard,
} from "#app/catalogue/product-schema.ts";
import { cardsOf, featuredCards, firstPicture } from "#app/catalogue/products.server.ts";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";

/** The number of products in a carousel: three pages of it in a wide window. */
const CAROUSEL_LIMIT = 15;

/** A JSON path: the values of the specifications « Contenance » and « Poids net »; the first one is shown. */
const CONTENTS = sql.raw(`'$[*] ? (@.name == "Contenance" || @.name == "Poids net").value'`);

/** The product whose composition the home page's brand section shows. */
export type HouseProduct = Pick<Product, "id" | "name" | "composition"> & {
  /** The quantity in the specifications, « 50 ml »; null when there is none. */
  contents: string | null;
};

export type HomeLists = {
  /** The product id of each slide: the product with the slide's name, or else a featured one; null if there is neither. */
  slideProducts: (string | null)[];
  /** The products 'en Vedette', newest first. */
  featured: ProductCard[];
  /** The products that are not 'en Vedette' (specification §2), most reviewed first. */
  popular: ProductCard[];
  house: HouseProduct | null;
  /** Each category with products, with the picture of its newest featured product, or else of its newest. */
  tiles: { category: Category; count: number; picture: Picture | null }[];
};

/** The products that the home page's settings name: by id, or else (initial slides) by stored name. */
export type NamedProducts = {
  slides: readonly { productId: string; productName: string }[];
  /** Empty: the first slide's. */
  houseProductId: string;
};

/** All lists of the home page, in one statement. */
export async function readHomeLists(
  db: Queryable,
  { slides, houseProductId }: NamedProducts,
): Promise<HomeLists> {
  const lines = (texts: readonly string[]) => sql`string_to_array(${texts.join("\n")}, E'\n')`;
  // COLLATE french is needed to use the index. The collation is deterministic: only identical names are equal.
  const newestNamed = sql`(SELECT id FROM products WHERE name COLLATE french = slide ORDER BY id DESC LIMIT 1)`;
  const newest = (sellingType: string) =>
    sql`(SELECT id FROM products WHERE category = sold.category AND selling_type = ${sql.raw(`'${sellingType}'`)} ORDER BY id DESC LIMIT 1)`;
  const { rows } = await db.execute<HomeLists & { named: (string | null)[] }>(sql`
    WITH slides AS MATERIALIZED (
      SELECT place, CASE WHEN product_id <> '' THEN (SELECT id FROM products WHERE id = product_id) ELSE ${newestNamed} END AS id
      FROM unnest(${lines(slides.map(({ productId }) => productId))}, ${lines(slides.map(({ productName }) => productName))})
        WITH ORDINALITY AS named (product_id, slide, place)
    ), sold AS MATERIALIZED (
      SELECT category, sum(count)::integer AS count FROM product_counts GROUP BY category HAVING sum(count) > 0
    )
    SELECT (SELECT coalesce(json_agg(id ORDER BY place), '[]') FROM slides) AS named,
      ${featuredCards(CAROUSEL_LIMIT)} AS featured,
      ${cardsOf(sql`WHERE selling_type = 'Normal' ORDER BY rating_count DESC, id LIMIT ${sqlLiteral(CAROUSEL_LIMIT)}`)} AS popular,
      (SELECT json_build_object('id', id, 'name', name, 'composition', composition, 'contents', jsonb_path_query_first(specifications, ${CONTENTS}))
        FROM products WHERE id = coalesce((SELECT id FROM products WHERE id = ${houseProductId}), (SELECT id FROM slides WHERE place = 1),
          (SELECT id FROM products WHERE selling_type = 'en Vedette' ORDER BY id DESC LIMIT 1))) AS house,
      (SELECT coalesce(json_agg(json_build_object('category', category, 'count', count, 'picture',
          (SELECT ${firstPicture} FROM products WHERE id = coalesce(${newest("en Vedette")}, ${newest("Normal")})))), '[]')
        FROM sold) AS tiles`);
  const { named, featured, popular, house, tiles } = rows[0]!;
  const featuredInstead = (index: number) =>
    slides[index]!.productId === "" ? (featured[index] ?? featured[0])?.id : null;
  return {
    // Null: the chosen product was deleted, or the shop has no product at all.
    slideProducts: slides.map((_, index) => named[index] ?? featuredInstead(index) ?? null),
    featured,
    popular,
    house,
    tiles: tiles.toSorted(
      (one, other) => CATEGORIES.indexOf(one.category) - CATEGORIES.indexOf(other.category),
    ),
  };
}
