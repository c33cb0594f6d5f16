import { DataTable } from "#app/ui/areas/data-table.tsx";
import { Tag } from "#app/ui/areas/tag.tsx";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { CheckedLine, Effect } from "./check-numbers.server.ts";

const EFFECTS: Record<Effect, string> = {
  "hand-over": "Remise au transporteur",
  parcel: "Colis de plus",
  number: "Numéro ajouté",
  "pick-up": "Retrait noté",
  done: "Déjà fait",
};

/** The lines of a carrier's file, each with its effect or its error. */
export function NumbersTable({ lines }: { lines: readonly CheckedLine[] }) {
  return (
    <DataTable
      className="t-numbers card-areas"
      caption="Lignes du fichier"
      rows={lines}
      keyOf={({ line }) => String(line)}
      columns={[
        {
          head: "Ligne",
          className: "c-line num soft",
          hasCardHead: true,
          render: ({ line }) => line,
        },
        {
          head: "Commande",
          className: "c-order two",
          isRowHeader: true,
          render: (line) => (
            <>
              {line.effect === null ? (
                <b className="code">{line.order}</b>
              ) : (
                <b className="code">
                  <Link className="cell" to={`/admin/commandes?commande=${line.orderId}`}>
                    {line.order}
                  </Link>
                </b>
              )}
              <span>{line.customerName}</span>
            </>
          ),
        },
        {
          head: "Suivi",
          className: "c-number two",
          render: (line) => (
            <>
              <b className="code">{line.effect === null ? line.number : line.numberOf}</b>
              <span>{line.effect === null ? line.carrier : line.carrierOf}</span>
            </>
          ),
        },
        {
          head: "Effet",
          className: "c-effect",
          render: (line) =>
            line.effect === null ? (
              <span className="err">
                <Icon name="circle-alert" size={16} />
                <span>{line.error}</span>
              </span>
            ) : (
              <>
                <Tag
                  tone={line.effect === "done" ? "outline" : "success"}
                  icon={line.effect === "done" ? undefined : "check"}
                  label={EFFECTS[line.effect]}
                />
                {line.pickedUpOn && <p className="soft">{frenchLongDay(line.pickedUpOn)}</p>}
                {line.notes.map((note) => (
                  <p key={note} className="muted small">
                    {note}
                  </p>
                ))}
              </>
            ),
        },
      ]}
    />
  );
}
