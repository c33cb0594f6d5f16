import type { Route } from "./+types/products-csv.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/platform/csv.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { PRODUCT_COLUMNS, productCells } from "./product-csv.ts";
import { allProducts, type ExportedProduct } from "./product-export.server.ts";

/** GET: every product as a line of the file that /admin/produits/importer reads. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, config } = context.get(requestContext).services;
  return csvResponse("produits.csv", PRODUCT_COLUMNS, linesOf(allProducts(db), config.baseUrl));
}

async function* linesOf(
  parts: AsyncIterable<ExportedProduct[]>,
  baseUrl: string,
): AsyncGenerator<string[][]> {
  for await (const products of parts) {
    yield products.map((product) => {
      const cells = {
        ...productCells(product),
        id: product.id,
        photos: product.picturePaths.map((path) => `${baseUrl}/media/${path}`).join("\n"),
      };
      return PRODUCT_COLUMNS.map((column) => cells[column]);
    });
  }
}
