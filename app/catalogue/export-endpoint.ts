import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponseOf } from "#app/csv/csv.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/export-endpoint.ts";
import {
  FAMILY_COLUMNS,
  familyCells,
  PLAN_COLUMNS,
  planCells,
  PRODUCT_COLUMNS,
  productCells,
} from "./csv-columns.ts";
import { hasFamilies } from "./families/families.server.ts";
import { productsAddress } from "./manage/product-list-query.ts";
import { hasOpenPlans } from "./prices/import-plans.server.ts";
import { exportProducts } from "./product-export.server.ts";

/** GET /admin/produits.csv: the products that match the list's filters, as a CSV file that the import accepts. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, config, settings } = context.get(requestContext).services;
  const query = productsAddress.parse(new URL(request.url).searchParams);
  const products = exportProducts(db, query, settings.current().shop.responsiblePerson !== "");
  const columns = [
    ...PRODUCT_COLUMNS,
    ...((await hasFamilies(db)) ? FAMILY_COLUMNS : []),
    ...((await hasOpenPlans(db)) ? PLAN_COLUMNS : []),
  ];
  return csvResponseOf("produits.csv", columns, products, (product) => {
    const cells = {
      ...productCells(product),
      ...familyCells(product.family),
      ...planCells(product.plan),
      id: product.id,
      photos: product.picturePaths.map((path) => `${config.baseUrl}/media/${path}`).join("\n"),
    };
    return columns.map((column) => cells[column]);
  });
}
