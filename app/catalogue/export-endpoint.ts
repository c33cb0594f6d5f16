import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/platform/csv.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import type { Route } from "./+types/export-endpoint.ts";
import { PRODUCT_COLUMNS, productCells } from "./csv-columns.ts";
import { parseProductListQuery } from "./manage/product-list-query.ts";
import { exportProducts, type ExportedProduct } from "./product-export.server.ts";

/** GET /admin/produits.csv: the products that match the list's filters, as a CSV file that the import accepts. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, config, settings } = context.get(requestContext).services;
  const query = parseProductListQuery(new URL(request.url).searchParams);
  const parts = exportProducts(db, query, settings.current().shop.responsiblePerson !== "");
  return csvResponse("produits.csv", PRODUCT_COLUMNS, linesOf(parts, config.baseUrl));
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
