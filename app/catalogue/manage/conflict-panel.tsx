import { useEffect, useRef } from "react";
import { DataTable, type Column } from "#app/ui/areas/data-table.tsx";
import { frenchMoment } from "#app/ui/french-date.ts";
import { Icon } from "#app/ui/icon.tsx";
import { FIELD_NAMES, type Clash, type TextField } from "./product-draft.ts";

export type Conflict = { clashes: Clash[]; by: string; at: Date | null };

type ConflictPanelProps = {
  conflict: Conflict;
  /** The version that each conflicting field of the form has now: « theirs » (saved) or « mine » (typed). */
  chosen: Partial<Record<TextField, "theirs" | "mine">>;
  onChoose: (field: TextField, whose: "theirs" | "mine") => void;
};

/**
 * The panel of an edit conflict: another administrator saved the product since the form was loaded. Lists the conflicting fields;
 * for each, the administrator chooses a version.
 */
export function ConflictPanel({ conflict, chosen, onChoose }: ConflictPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), [conflict]);
  const { clashes, by, at } = conflict;
  const time = at && frenchMoment(at).slice(-5);
  const count = clashes.length;
  const textColumn = (whose: "theirs" | "mine", head: string): Column<Clash> => ({
    head,
    render: ({ field, [whose]: text }) => (
      <label>
        <input
          className="needs-js"
          aria-label={`${FIELD_NAMES[field]}, ${head.charAt(0).toLowerCase()}${head.slice(1)}`}
          type="radio"
          name={`choix-${field}`}
          form="aucun"
          checked={(chosen[field] ?? "mine") === whose}
          onChange={() => onChoose(field, whose)}
        />
        <span className="clash__text">{text || "vide"}</span>
      </label>
    ),
  });
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
        <DataTable
          className="clash"
          rows={clashes}
          keyOf={({ field }) => field}
          columns={[
            { head: "Champ", isRowHeader: true, render: ({ field }) => FIELD_NAMES[field] },
            textColumn("theirs", `Enregistré par ${by}`),
            textColumn("mine", "Votre modification"),
          ]}
        />
      )}
    </section>
  );
}
