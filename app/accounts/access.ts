import { redirect, type RouterContextProvider } from "react-router";
import type { Viewer } from "./session.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { returnQuery, type ReturnTo } from "./return-to.ts";

/** The signed-in viewer; anybody else is sent to /connexion (specification §2), to come back to `from`. */
export async function requireViewer(
  context: Readonly<RouterContextProvider>,
  from: ReturnTo,
): Promise<Viewer> {
  const viewer = await context.get(requestContext).viewer();
  if (!viewer) throw redirect(`/connexion${returnQuery(from)}`);
  return viewer;
}

/** The signed-in administrator; anybody else is sent to / (specification §2). */
export async function requireAdmin(context: Readonly<RouterContextProvider>): Promise<Viewer> {
  const viewer = await context.get(requestContext).viewer();
  if (!viewer?.isAdmin) throw redirect("/");
  return viewer;
}
