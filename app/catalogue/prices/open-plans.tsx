import { Panel } from "#app/ui/areas/panel.tsx";
import { frenchMoment } from "#app/ui/french-date.ts";
import { TextLink } from "#app/ui/link.tsx";
import { formatPrice } from "#app/ui/price.ts";
import type { openPlansOf } from "./price-plan-list.server.ts";
import { periodText, valueText } from "./price-plan-text.ts";

type OpenPlan = Awaited<ReturnType<typeof openPlansOf>>[number];

/** A panel of the product's planned and running prices, beside its form; nothing without any. */
export function OpenPlans({ plans }: { plans: readonly OpenPlan[] }) {
  if (plans.length === 0) return null;
  return (
    <Panel
      id="prix-prevus"
      title="Prix prévus"
      aside={<TextLink to="/admin/produits/prix">Tous</TextLink>}
    >
      <ul className="panel__body stack">
        {plans.map((plan) => (
          <li key={plan.id}>{planText(plan)}</li>
        ))}
      </ul>
    </Panel>
  );
}

function planText({ startedAt, beforeCents, saleCents, ...plan }: OpenPlan): string {
  if (!startedAt) return `${valueText(plan)} ${periodText(plan)}.`;
  return `${formatPrice(saleCents!)} jusqu’au ${frenchMoment(plan.endsAt)}, puis de nouveau ${formatPrice(beforeCents!)}, sauf si vous changez le prix ici.`;
}
