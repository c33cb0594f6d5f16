import { Panel } from "#app/ui/areas/panel.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { displayName } from "../product-name.ts";
import type { PfasProducts } from "./pfas.server.ts";

/** The products with PFAS, which must leave the sale; nothing without any. */
export function PfasPanel({ pfas: { products, isOver } }: { pfas: PfasProducts }) {
  if (products.length === 0) return null;
  return (
    <Panel
      id="pfas"
      title={
        isOver
          ? "PFAS\u00a0: à retirer de la vente"
          : "PFAS\u00a0: en vente jusqu’au 31 décembre 2026"
      }
    >
      <p className="panel__body soft">
        À compter du 1er janvier 2027, aucun cosmétique qui contient des PFAS au-delà des seuils ne
        peut être vendu en France, stocks compris (loi 2025-188, décret 2025-1376). Pour retirer un
        produit de la vente, comptez son stock et mettez-le à zéro, ou supprimez le produit.
      </p>
      {products.map(({ id, name, words }) => (
        <div className="watched" key={id}>
          <h3>
            <TextLink to={`/admin/edict-product/${id}`}>{displayName(name)}</TextLink>
          </h3>
          <p className="soft">{words.join(", ")}</p>
          <p>
            <TextLink to={`/admin/stock/${id}`}>
              Retirer de la vente<span className="sr">{` ${displayName(name)}`}</span>
            </TextLink>
          </p>
        </div>
      ))}
    </Panel>
  );
}
