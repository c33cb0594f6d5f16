import { displayName } from "#app/catalogue/product-name.ts";
import { DataTable } from "#app/ui/areas/data-table.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import type { WholeReturn } from "./whole-return.server.ts";

type Line = WholeReturn["lines"][number];

/** The received pieces of each line; the expected ones if the return was closed before its reception. */
export function ReturnedLines({ lines, receivedAt }: WholeReturn) {
  const missing = lines.reduce((sum, { expected, came }) => sum + expected - came, 0);
  return (
    <Panel
      id="articles"
      title="Articles"
      aside={
        receivedAt &&
        missing > 0 && <span className="soft">{`Il manque ${plural(missing, "pièce")}`}</span>
      }
    >
      <DataTable
        hasNoCards
        rows={lines}
        keyOf={({ position }) => String(position)}
        columns={[
          { head: "Article", isRowHeader: true, render: ({ name }: Line) => displayName(name) },
          { head: "Attendus", isEnd: true, render: ({ expected }) => expected },
          ...(receivedAt
            ? [
                { head: "En rayon", isEnd: true, render: ({ shelved }: Line) => shelved },
                { head: "Abîmés", isEnd: true, render: ({ damaged }: Line) => damaged },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
