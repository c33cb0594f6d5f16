import { use, useMemo, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { DataRouterDataContext } from "#app/platform/react-router-internals.ts";

/**
 * Keeps an action's data until the next navigation or submission. The router drops it with every revalidation, and the
 * live stream revalidates: error messages would vanish while they are read. A submission whose response was lost
 * (`live/connection.ts`) keeps the former data too. Overrides the router's data context, because that covers all pages.
 */
export function KeptAnswers({ children }: { children: ReactNode }) {
  const data = use(DataRouterDataContext)!;
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, actionData: data.actionData });
  const isLost = data.actionData !== null && isWithoutAnswer(data.actionData);
  const actionData =
    data.actionData && !isLost
      ? data.actionData
      : isLost || kept.key === key
        ? kept.actionData
        : null;
  if (kept.key !== key || kept.actionData !== actionData) setKept({ key, actionData });
  const value = useMemo(() => ({ ...data, actionData }), [data, actionData]);
  return <DataRouterDataContext value={value}>{children}</DataRouterDataContext>;
}

const isWithoutAnswer = (actionData: Record<string, unknown>) =>
  Object.values(actionData).every((answer) => answer === undefined);
