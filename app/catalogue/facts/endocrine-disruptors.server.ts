import { sql } from "drizzle-orm";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import { isResponsible } from "#app/settings/responsible-person.ts";
import type { Shop } from "#app/settings/shop.ts";
import { displayName } from "../product-name.ts";
import list from "./endocrine-disruptors.json" with { type: "json" };
import { ingredientFinder } from "./ingredients.ts";

const substancesIn = ingredientFinder(list);
/** The sentence required by the arrêté of 28 September 2023 (art. 3), followed by the names of the substances. */
const MENTION =
  "contient une ou des substances présentant des propriétés de perturbation endocrinienne avérées ou présumées\u00a0: ";
/** A stemmed word of each substance, for a preselection by the search index. Names are compared afterwards. */
const WORDS = [
  "methylbenzyl",
  "enzacam",
  "bisphen",
  "phthal",
  "butylparab",
  "isobutylparab",
  "dehp",
  "nonylphen",
  "octylphen",
  "triphenyl",
];
const MOST = 5_000;

type Row = {
  id: string;
  name: string;
  composition: string;
  reference: string | null;
  ean: string | null;
  responsiblePerson: string | null;
};

/**
 * The products that contain an endocrine disruptor of the maintained list and whose responsible person is the seller, as the
 * public health code asks to publish them (L5232-5, R5232-19; arrêté of 28 September 2023). At most MOST products.
 */
export async function endocrineDisruptors(db: Queryable, baseUrl: string, { legalName }: Shop) {
  const query = WORDS.map((word) => `'${word}':*`).join(" | ");
  const { rows } = await db.execute<Row>(sql`
    SELECT id, name, composition, reference, ean, responsible_person AS "responsiblePerson" FROM products
    WHERE id IN (SELECT product_id FROM find_products(${query}::tsquery, ${query}::tsquery, ${sqlLiteral(MOST)}))
    ORDER BY id`);
  return rows.flatMap((product) => {
    const { responsiblePerson } = product;
    const isOurs = responsiblePerson === null || isResponsible({ legalName, responsiblePerson });
    const substances = isOurs ? substancesIn(product.composition) : [];
    if (substances.length === 0) return [];
    return {
      nom: displayName(product.name),
      reference: product.reference,
      ean: product.ean,
      url: `${baseUrl}/produit/${product.id}`,
      information: MENTION + substances.map(({ name }) => name).join(", "),
      presence: "dans le produit",
      substances: substances.map(({ name, cas }) => ({ nom: name, cas })),
    };
  });
}
