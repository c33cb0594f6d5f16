import { plural } from "#app/ui/areas/plural.ts";
import { TextLink } from "#app/ui/link.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { displayName } from "../product-name.ts";
import type { ListedPlan, PlannedProduct } from "./price-plan-list.server.ts";

/** The products of a plan with their outcomes. Several products are in a <details>. */
export function PlannedProducts({ plan }: { plan: Pick<ListedPlan, "products"> }) {
  const { products } = plan;
  const [only] = products;
  if (!only) return <span className="muted">Produits supprimés</span>;
  if (products.length === 1) return <PlannedProductLine product={only} />;
  return (
    <details>
      <summary className="link">{plural(products.length, "produit")}</summary>
      <ul className="stack">
        {products.map((product) => (
          <li key={product.id}>
            <PlannedProductLine product={product} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function PlannedProductLine({ product }: { product: PlannedProduct }) {
  return (
    <>
      <TextLink to={`/admin/edict-product/${product.id}`}>{displayName(product.name)}</TextLink>
      <br />
      <span className="soft small">{stateText(product)}</span>
    </>
  );
}

/** French text about what a plan has done to a product; empty before its start. */
function stateText({ beforeCents, saleCents, priorCents, outcome }: PlannedProduct): string {
  if (beforeCents === null || saleCents === null)
    return outcome === "missed" ? "Jamais appliqué\u00a0: la boutique était arrêtée." : "";
  const prices = `${formatPrice(beforeCents)} → ${formatPrice(saleCents)}`;
  switch (outcome) {
    case null:
      return priorCents === null
        ? `${prices}, sans prix barré\u00a0: il n’est pas plus bas que celui de tous les 30 jours d’avant, ou ils ne sont pas connus.`
        : `${prices}, prix barré ${formatPrice(priorCents)}`;
    case "no-reduction":
      return `Pas appliqué\u00a0: le prix était déjà de ${formatPrice(beforeCents)}.`;
    case "changed":
      return `${prices}, puis changé à la main.`;
    default:
      return prices;
  }
}
