import { use, useMemo, useState, type ReactNode } from "react";
import { UNSAFE_DataRouterDataContext as RouterData, useLocation } from "react-router";

/**
 * Keeps what a form's action has answered until the page is left or another form is answered. The router forgets it as
 * soon as the loaders run again, also when the live stream asks for them: what was refused, and why, would vanish while
 * it is read. A form whose answer was lost (`live/connection.ts`) leaves the former answer as well. The router's context
 * of data is the one place where this can be done for all pages.
 */
export function KeptAnswers({ children }: { children: ReactNode }) {
  const data = use(RouterData)!;
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
  return <RouterData value={value}>{children}</RouterData>;
}

const isWithoutAnswer = (actionData: Record<string, unknown>) =>
  Object.values(actionData).every((answer) => answer === undefined);
