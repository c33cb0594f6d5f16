import { use, useMemo, useState, type ReactNode } from "react";
import { UNSAFE_DataRouterDataContext as RouterData, useLocation } from "react-router";

/**
 * Keeps what a form's action has answered until the page is left or another form is sent. The router forgets it as soon
 * as the loaders run again, also when it is the live stream that asks for them: what was refused, and why, would vanish
 * while it is read. Its context of data is the one place where that can be mended for all pages.
 */
export function KeptAnswers({ children }: { children: ReactNode }) {
  const data = use(RouterData)!;
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, actionData: data.actionData });
  const actionData = data.actionData ?? (kept.key === key ? kept.actionData : null);
  if (kept.key !== key || kept.actionData !== actionData) setKept({ key, actionData });
  const value = useMemo(() => ({ ...data, actionData }), [data, actionData]);
  return <RouterData value={value}>{children}</RouterData>;
}
