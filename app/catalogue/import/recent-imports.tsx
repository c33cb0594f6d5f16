import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { frenchMoment } from "#app/ui/french-date.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Link } from "#app/ui/link.tsx";
import type { ImportView } from "./import-reading.server.ts";
import { importHref, percentOf } from "./import-texts.ts";

/** The last imports of all administrators, each with its result. */
export function RecentImports({ imports }: { imports: ImportView[] }) {
  if (imports.length === 0) return null;
  return (
    <Panel id="derniers" title="Derniers imports" className="import-recent">
      <ul>
        {imports.map((job) => (
          <li key={job.id}>
            <div className="two">
              <Link className="cell" to={importHref(job.id)}>
                {job.fileName}
              </Link>
              <span>{`${frenchMoment(job.createdAt)} · ${job.adminName}`}</span>
            </div>
            <State job={job} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function State({ job }: { job: ImportView }) {
  if (job.isAbandoned || job.interruptedLine !== null)
    return (
      <Tag
        tone="warning"
        icon="triangle-alert"
        label={
          job.interruptedLine === null
            ? "Interrompu"
            : `Interrompu à la ligne ${frenchNumber(job.interruptedLine)}`
        }
      />
    );
  switch (job.state) {
    case "checked":
      return <Tag tone="outline" label="Vérifié, pas importé" />;
    case "running":
      return <Tag tone="plum" label={`En cours\u00a0: ${percentOf(job)}\u00a0%`} />;
    case "cancelled":
      return <Tag tone="outline" label={`Annulé à ${plural(job.doneCount, "ligne")}`} />;
    case "done":
      return (
        <Tag
          tone="success"
          icon="check"
          label={plural(job.createdCount + job.updatedCount, "produit")}
        />
      );
  }
}
