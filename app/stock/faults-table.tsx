import type { NumberedFault } from "#app/csv/csv-schema.ts";
import { DataTable } from "#app/ui/areas/data-table.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";

type FaultsTableProps = { faults: readonly NumberedFault[]; title?: string };

/** The errors of a file by line. */
export function FaultsTable({ faults, title = "Erreurs" }: FaultsTableProps) {
  return (
    <Panel id="erreurs" title={title}>
      <DataTable
        className="t-stock-faults"
        rows={faults}
        keyOf={({ line, column, reason }) => `${line} ${column} ${reason}`}
        columns={[
          {
            head: "Ligne",
            className: "c-line num nw",
            isRowHeader: true,
            render: ({ line }) => `Ligne ${frenchNumber(line)}`,
          },
          {
            head: "Erreur",
            className: "c-reason",
            render: ({ column, value, reason }) => (
              <>
                {reason}{" "}
                {(column || value) && (
                  <span className="muted">
                    {[column, value && `«\u00a0${value}\u00a0»`].filter(Boolean).join(", ")}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
