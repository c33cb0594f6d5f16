import { use, useLayoutEffect, useMemo, useState, type ReactNode } from "react";
import { useLocation, type DataRouter } from "react-router";
import { DataRouterContext, DataRouterDataContext } from "#app/platform/react-router-internals.ts";

/** The last answer of an action, and the key of the location that shows it. */
type Kept = { key: string; actionData: DataRouter["state"]["actionData"] };

/**
 * Keeps an action's data until the next navigation or submission. The router drops it with every revalidation, and the
 * live stream revalidates: error messages would vanish while they are read. A submission whose response was lost
 * (`live/connection.ts`) keeps the former data too. Overrides the router's data context, because that covers all pages.
 */
export function KeptAnswers({ children }: { children: ReactNode }) {
  const { router } = use(DataRouterContext)!;
  const data = use(DataRouterDataContext)!;
  const { key } = useLocation();
  const [kept] = useState<Kept>(() => ({ key, actionData: data.actionData }));
  // Every state of the router is read, not only rendered ones: React may skip the one with the answer when a
  // revalidation ends before it is rendered.
  useLayoutEffect(() => router.subscribe((state) => keep(kept, state)), [router, kept]);
  const isAnswered = data.actionData !== null && !isWithoutAnswer(data.actionData);
  const isKept = data.actionData !== null || kept.key === key;
  const actionData = isAnswered ? data.actionData : isKept ? kept.actionData : null;
  const value = useMemo(() => ({ ...data, actionData }), [data, actionData]);
  return <DataRouterDataContext value={value}>{children}</DataRouterDataContext>;
}

function keep(kept: Kept, { location, actionData }: DataRouter["state"]): void {
  if (actionData === null) return;
  kept.key = location.key;
  if (!isWithoutAnswer(actionData)) kept.actionData = actionData;
}

const isWithoutAnswer = (actionData: Record<string, unknown>) =>
  Object.values(actionData).every((answer) => answer === undefined);
