import { useLayoutEffect, useRef } from "react";
import { excerptOf } from "../excerpt.ts";
import { frenchMoment } from "../french-date.ts";
import { Icon } from "../icon.tsx";
import { DataTable, type Column } from "./data-table.tsx";
import type { Clash, Conflict } from "./form-version.ts";
import type { FormState } from "./use-versioned-form.ts";

type ConflictPanelProps<Draft extends object, Field extends keyof Draft & string> = {
  form: FormState<Draft, Field>;
  conflict: Conflict<Field>;
  /** What was saved, in the title: « ce produit », and its pronoun: « le ». */
  subject: string;
  pronoun: string;
};

/** Edit conflict: another administrator saved meanwhile. Lists the conflicting fields and lets one choose a version. */
export function ConflictPanel<Draft extends object, Field extends keyof Draft & string>({
  form: { fields, start, draft, answer, set },
  conflict,
  subject,
  pronoun,
}: ConflictPanelProps<Draft, Field>) {
  const { names } = fields;
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
          checked={fields.isSame(field, draft, start.draft) === (whose === "theirs")}
          onChange={() => {
            const change: Partial<Draft> = {};
            change[field] = (whose === "theirs" ? start : answer!).draft[field];
            set(change);
          }}
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
