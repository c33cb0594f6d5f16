import { mapInTurns } from "#app/platform/turns.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/current-prices.ts";
import { currentPricesAndStock } from "./current-prices.server.ts";
import { cartEssentials } from "./facts/essentials.server.ts";
import { displayName } from "./product-name.ts";
import { PRODUCT_ID } from "./product-schema.ts";

/**
 * GET /panier/prix?id=…: current prices and essential characteristics of the cart's products. `asked`: the requested ids; unknown
 * ones have no product.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = context.get(requestContext);
  const ids = new URL(request.url).searchParams.getAll("id").filter((id) => PRODUCT_ID.test(id));
  const asked = [...new Set(ids)].slice(0, 100);
  const products = await currentPricesAndStock(services.db, asked);
  const { responsiblePerson } = services.settings.current().groups.legal;
  return {
    asked,
    products: await mapInTurns(products, ({ category, composition, facts, ...product }) => ({
      ...product,
      name: displayName(product.name),
      essentials: cartEssentials(
        { name: product.name, category, composition, facts },
        responsiblePerson,
      ),
    })),
  };
}
