import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";
import type { ImportView } from "./import-reading.server.ts";
import { duration, importHref, percentOf } from "./import-texts.ts";

/** A running import: progress, estimated time left and a button to cancel. */
export function ImportProgress({ job }: { job: ImportView }) {
  const total = job.toCreate + job.toUpdate;
  const percent = percentOf(job);
  const left = secondsLeft(job, total);
  return (
    <section className="panel" aria-labelledby="progression">
      <div className="run">
        <div className="run__top">
          <h2 id="progression">{`Import de ${job.fileName}`}</h2>
          <span className="run__percent">{`${percent}\u00a0%`}</span>
        </div>
        <progress
          className="bar bar--big"
          max={total}
          value={job.doneCount}
          aria-labelledby="progression"
        />
        <p className="soft num">{`${frenchNumber(job.doneCount)} lignes sur ${frenchNumber(total)}${left !== null ? `, encore ${duration(left)} environ` : ""}`}</p>
        {/* Screen readers announce the progress only at each quarter. */}
        <output className="sr">{`Import à ${Math.floor(percent / 25) * 25}\u00a0%`}</output>
      </div>
      <Form className="import-foot" method="post">
        <p className="soft">
          Vous pouvez quitter cette page&nbsp;: l’import continue, et son résultat vous attend ici.
          Ce qui est fait reste fait, même annulé&nbsp;; le reste peut être repris.
        </p>
        <noscript>
          <a href={importHref(job.id)}>Actualiser</a>
        </noscript>
        <input type="hidden" name="import" value={job.id} />
        <Button name="intent" value="cancel" variant="secondary" size="s">
          Annuler l’import
        </Button>
      </Form>
    </section>
  );
}

/** The estimated seconds until the end, from the speed since the last start; null before the first batch. */
function secondsLeft({ doneCount, doneBefore, seconds }: ImportView, total: number): number | null {
  const done = doneCount - doneBefore;
  return done > 0 ? ((total - doneCount) * seconds) / done : null;
}
