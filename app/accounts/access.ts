import { redirect, type RouterContextProvider } from "react-router";
import { readAccount, type Account } from "./profile.server.ts";
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

/** What the account pages show of the signed-in viewer; a visitor, or a viewer whose account was just deleted, signs in. */
export async function requireAccount(
  context: Readonly<RouterContextProvider>,
  from: ReturnTo,
): Promise<Account> {
  const viewer = await requireViewer(context, from);
  const account = await readAccount(context.get(requestContext).services.db, viewer);
  if (!account) throw signInFirst(from);
  return account;
}

/** The signed-in administrator; anybody else is sent to / (specification §2). */
export async function requireAdmin(context: Readonly<RouterContextProvider>): Promise<Viewer> {
  const viewer = await context.get(requestContext).viewer();
  if (!viewer?.isAdmin) throw redirect("/");
  return viewer;
}
