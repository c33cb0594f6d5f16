/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/control-has-associated-label --
   as cards, style takes the table's display away, and with it the roles that browsers give by themselves. */
import { useEffect, useRef } from "react";
import { frenchMoment } from "#app/ui/french-date.ts";
import { Icon } from "#app/ui/icon.tsx";
import { FIELD_NAMES, type Clash, type TextField } from "./product-draft.ts";

export type Conflict = { clashes: Clash[]; by: string; at: Date | null };

type ConflictPanelProps = {
  conflict: Conflict;
  /** Which of the two versions each conflicting field holds now. */
  chosen: Partial<Record<TextField, "theirs" | "mine">>;
  onChoose: (field: TextField, whose: "theirs" | "mine") => void;
};

/** Edit conflict: another administrator saved the product meanwhile. Lists the conflicting fields and lets one choose a version. */
export function ConflictPanel({ conflict, chosen, onChoose }: ConflictPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), [conflict]);
  const { clashes, by, at } = conflict;
  const time = at && frenchMoment(at).slice(-5);
  const count = clashes.length;
  return (
    <section
      className="panel conflict"
      role="alert"
      aria-labelledby="conflit"
      tabIndex={-1}
      ref={panel}
    >
      <div className="conflict__head">
        <Icon name="triangle-alert" />
        <div>
          <h2 id="conflit">
            {by} a enregistré ce produit{time && ` à ${time}`}, pendant que vous le modifiiez
          </h2>
          <p>
            Rien n’est perdu, et rien n’est encore enregistré.{" "}
            {count === 0
              ? "Vos modifications ne se contredisent pas\u00a0: son travail est repris ici, enregistrez."
              : count === 1
                ? "Un champ diffère\u00a0: choisissez, puis enregistrez. Le reste de son travail est déjà repris."
                : `${count} champs diffèrent\u00a0: choisissez pour chacun, puis enregistrez. Le reste de son travail est déjà repris.`}
          </p>
        </div>
      </div>
      {count > 0 && (
        <table className="data-table data-table--cards clash" role="table">
          <thead role="rowgroup">
            <tr role="row">
              {["Champ", `Enregistré par ${by}`, "Votre modification"].map((name) => (
                <th key={name} role="columnheader" scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {clashes.map(({ field, theirs, mine }) => (
              <tr key={field} role="row">
                <th role="rowheader" scope="row">
                  {FIELD_NAMES[field]}
                </th>
                {(["theirs", "mine"] as const).map((whose) => (
                  <td key={whose} role="cell">
                    <label>
                      <input
                        className="needs-js"
                        aria-label={`${FIELD_NAMES[field]}, ${whose === "theirs" ? `enregistré par ${by}` : "votre modification"}`}
                        type="radio"
                        name={`choix-${field}`}
                        form="aucun"
                        checked={(chosen[field] ?? "mine") === whose}
                        onChange={() => onChoose(field, whose)}
                      />
                      <span className="clash__text">
                        {(whose === "theirs" ? theirs : mine) || "vide"}
                      </span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
