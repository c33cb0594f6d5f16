import { Changes } from "#app/ui/areas/changes.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Link } from "#app/ui/link.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { displayName } from "../product-name.ts";
import type { ChangePage } from "./import-reading.server.ts";
import { importHref } from "./import-texts.ts";

const list = new Intl.ListFormat("fr", { type: "conjunction" });

/** One page of the products that the import would change, each with its fields before and after. */
export function ImportChanges({ importId, changes }: { importId: string; changes: ChangePage }) {
  const { lines, total, page, pageCount } = changes;
  if (total === 0) return null;
  return (
    <Panel
      id="modifications"
      title="Ce qui change"
      aside={
        <span className="muted small">{`${total > 1 ? "les produits" : "le produit"} à mettre à jour, avant → après`}</span>
      }
    >
      <ul className="import-changes">
        {lines.map(({ line, product, changes: changed, empties }) => (
          <li key={line}>
            <div className="two">
              <b>
                <Link className="cell" to={`/admin/edict-product/${product.id}`}>
                  {displayName(product.name)}
                </Link>
              </b>
              <span>{`ligne ${frenchNumber(line)}`}</span>
              {empties.length > 0 && (
                <Tag tone="warning" icon="triangle-alert" label={`Vide ${list.format(empties)}`} />
              )}
            </div>
            {changed.length > 0 ? (
              <Changes changes={changed} />
            ) : (
              <p className="muted">Plus rien à changer&nbsp;: le produit est déjà ainsi.</p>
            )}
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pageCount={pageCount}
        href={(target) => importHref(importId, { changes: target })}
        label="Pages des modifications"
        summary={`${plural(total, "produit")} à mettre à jour, page ${frenchNumber(page)} sur ${frenchNumber(pageCount)}`}
      />
    </Panel>
  );
}

type ConfirmEmptyingProps = Pick<ChangePage, "emptied"> & {
  /** The id of the form with which the checkbox is submitted. */
  form: string;
  error: string | undefined;
};

/** Lists the fields that the import would empty, with a checkbox to confirm. */
export function ConfirmEmptying({ emptied, form, error }: ConfirmEmptyingProps) {
  if (emptied.length === 0) return null;
  const fields = emptied.map(({ column, count }) => `${column} (${plural(count, "produit")})`);
  return (
    <fieldset className="panel import-emptied">
      <legend className="sr">Champs à vider</legend>
      <p id="champs-a-vider">
        Des cases vides effacent ce que des produits disent aujourd’hui&nbsp;:{" "}
        <b>{list.format(fields)}</b>. Pour garder ces textes, remettez-les dans le fichier, ou
        retirez-en la colonne.
      </p>
      <label className="check">
        <input
          type="checkbox"
          id="vider"
          name="vider"
          form={form}
          value="oui"
          aria-describedby={error ? "vider-erreur champs-a-vider" : "champs-a-vider"}
          aria-invalid={error ? true : undefined}
        />
        <span>Oui, vider ces champs</span>
      </label>
      {error && <FieldError id="vider-erreur">{error}</FieldError>}
    </fieldset>
  );
}
