import type { ReturnView } from "#app/orders/return-view.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { daysLeftText, isSoon } from "./return-refund.ts";

/** The state of a return for administrators. « À rembourser » has its last day, and is red if fewer than three days are left. */
export function ReturnStateTag({
  state,
  dueOn,
  daysLeft,
}: Pick<ReturnView, "state" | "dueOn" | "daysLeft">) {
  switch (state) {
    case "expected":
      return <Tag tone="plum" icon="clock" label="Retour attendu" />;
    case "to-refund":
      return (
        <>
          <Tag tone={isSoon(daysLeft!) ? "error" : "warning"} icon="clock" label="À rembourser" />
          <p className="muted small">{`Au plus tard le ${frenchLongDay(dueOn!)}, ${daysLeftText(daysLeft!)}`}</p>
        </>
      );
    case "refunding":
      return <Tag tone="warning" icon="clock" label="Remboursement en cours" />;
    case "refunded":
      return <Tag tone="success" icon="check" label="Remboursé" />;
    case "nothing-due":
      return <Tag tone="outline" label="Reçu, rien à rembourser" />;
    case "closed":
      return <Tag tone="outline" label="Clos" />;
  }
}
