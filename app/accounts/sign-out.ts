import { data, redirect, redirectDocument } from "react-router";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/sign-out.ts";
import { SIGN_OUT_FAILED } from "./account-failures.ts";
import { signOut } from "./auth.server.ts";
import { closeGuestOrders } from "./guest-orders.server.ts";

export function loader() {
  return redirect("/");
}

/**
 * POST /deconnexion: ends the session, then redirects with a full page load, so that the browser drops the user's loader
 * data. Clear-Site-Data empties its HTTP cache. 503 if the session could not be ended.
 */
export async function action({ context }: Route.ActionArgs) {
  const { services, caller } = context.get(requestContext);
  const headers = new Headers({ "clear-site-data": '"cache"' });
  try {
    for (const cookie of await signOut(services.auth, caller)) headers.append("set-cookie", cookie);
  } catch (error) {
    services.log.error({ error: String(error) }, "sign-out");
    return data({ message: SIGN_OUT_FAILED }, { status: 503 });
  }
  // Also the orders without an account that this browser has opened.
  headers.append("set-cookie", closeGuestOrders(services.config));
  throw redirectDocument("/", { headers });
}
