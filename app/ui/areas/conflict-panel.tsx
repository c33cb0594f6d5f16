import { useLayoutEffect, useRef } from "react";
import { excerptOf } from "../excerpt.ts";
import { frenchMoment } from "../french-date.ts";
import { Icon } from "../icon.tsx";
import { DataTable, type Column } from "./data-table.tsx";

/** A field that two administrators changed differently. */
export type Clash<Field extends string = string> = { field: Field; theirs: string; mine: string };
export type Conflict<Field extends string = string> = {
  clashes: Clash<Field>[];
  by: string;
  at: Date | null;
};

type ConflictPanelProps<Field extends string> = {
  conflict: Conflict<Field>;
  /** What was saved, in the title: « ce produit », and its pronoun: « le ». */
  subject: string;
  pronoun: string;
  /** The fields' names on the screen. */
  names: Record<Field, string>;
  /** The version that each conflicting field of the form has now: « theirs » (saved) or « mine » (typed). */
  chosen: Partial<Record<Field, "theirs" | "mine">>;
  onChoose: (field: Field, whose: "theirs" | "mine") => void;
};

/** Edit conflict: another administrator saved meanwhile. Lists the conflicting fields and lets one choose a version. */
export function ConflictPanel<Field extends string>({
  conflict,
  subject,
  pronoun,
  names,
  chosen,
  onChoose,
}: ConflictPanelProps<Field>) {
  const panel = useRef<HTMLElement>(null);
  // Before the paint: a later effect would take the focus from a field that somebody already types into.
  useLayoutEffect(() => panel.current?.focus(), [conflict]);
  const { clashes, by, at } = conflict;
  const time = at && frenchMoment(at).slice(-5);
  const count = clashes.length;
  const textColumn = (whose: "theirs" | "mine", head: string): Column<Clash<Field>> => ({
    head,
    hasCardHead: true,
    render: ({ field, [whose]: text, [whose === "mine" ? "theirs" : "mine"]: other }) => (
      <label>
        <input
          className="needs-js"
          aria-label={`${names[field]}, ${head.charAt(0).toLowerCase()}${head.slice(1)}`}
          type="radio"
          name={`choix-${field}`}
          form="aucun"
          checked={(chosen[field] ?? "mine") === whose}
          onChange={() => onChoose(field, whose)}
        />
        <span className="clash__text">{excerptOf(text, other) || "vide"}</span>
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
          <h2 id="conflit">{`${by} a enregistré ${subject}${time ? ` à ${time}` : ""}, pendant que vous ${pronoun} modifiiez`}</h2>
          <p>
            Rien n’est perdu, et rien n’est encore enregistré.{" "}
            <span>
              {count === 0
                ? "Vos modifications ne se contredisent pas\u00a0: son travail est repris ici, enregistrez."
                : count === 1
                  ? "Un champ diffère\u00a0: choisissez, puis enregistrez. Le reste de son travail est déjà repris."
                  : `${count} champs diffèrent\u00a0: choisissez pour chacun, puis enregistrez. Le reste de son travail est déjà repris.`}
            </span>
          </p>
        </div>
      </div>
      {count > 0 && (
        <DataTable
          className="clash"
          rows={clashes}
          keyOf={({ field }) => field}
          columns={[
            { head: "Champ", isRowHeader: true, render: ({ field }) => names[field] },
            textColumn("theirs", `Enregistré par ${by}`),
            textColumn("mine", "Votre modification"),
          ]}
        />
      )}
    </section>
  );
}
