import { redirect, type RouterContextProvider } from "react-router";
import { requestContext } from "#app/request-context.ts";
import type { Admin } from "./as-admin.server.ts";
import { readAccount, type Account } from "./profile.server.ts";
import { returnQuery, type ReturnTo } from "./return-to.ts";
import type { SessionViewer, Viewer } from "./session.server.ts";

/** A redirect to /connexion that leads back to `from` after signing in (specification §2). */
export const signInFirst = (from: ReturnTo): Response => redirect(`/connexion${returnQuery(from)}`);

/** The signed-in viewer. @throws a redirect to /connexion for a visitor (specification §2) */
export async function requireViewer(
  context: Readonly<RouterContextProvider>,
  from: ReturnTo,
): Promise<Viewer> {
  const viewer = await context.get(requestContext).viewer();
  if (!viewer) throw signInFirst(from);
  return viewer;
}

/** The viewer's account. @throws a redirect to /connexion for a visitor, or when the account was just deleted */
export async function requireAccount(
  context: Readonly<RouterContextProvider>,
  from: ReturnTo,
): Promise<Account> {
  const viewer = await requireViewer(context, from);
  const account = await readAccount(context.get(requestContext).services.db, viewer);
  if (!account) throw signInFirst(from);
  return account;
}

/** The signed-in administrator. @throws a redirect to / for anybody else (specification §2) */
export async function requireAdmin(
  context: Readonly<RouterContextProvider>,
): Promise<Admin & SessionViewer> {
  const viewer = await context.get(requestContext).viewer();
  if (!viewer?.isAdmin) throw redirect("/");
  return viewer as Admin & SessionViewer;
}
