import { redirect, type RouterContextProvider } from "react-router";
import type { Viewer } from "./session.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { returnQuery, type ReturnTo } from "./return-to.ts";

/** To /connexion, to come back to `from` (specification §2): for visitors, and for whose account has just gone. */
export const signInFirst = (from: ReturnTo): Response => redirect(`/connexion${returnQuery(from)}`);

/** The signed-in viewer; anybody else signs in first. */
export async function requireViewer(
  context: Readonly<RouterContextProvider>,
  from: ReturnTo,
): Promise<Viewer> {
  const viewer = await context.get(requestContext).viewer();
  if (!viewer) throw signInFirst(from);
  return viewer;
}

/** The signed-in administrator; anybody else is sent to / (specification §2). */
export async function requireAdmin(context: Readonly<RouterContextProvider>): Promise<Viewer> {
  const viewer = await context.get(requestContext).viewer();
  if (!viewer?.isAdmin) throw redirect("/");
  return viewer;
}
