import { createCookie, data, redirect } from "react-router";
import { z } from "zod";
import { placeOf, returnPath, returnQuery } from "#app/accounts/return-to.ts";
import type { Config } from "#app/platform/config.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/favourite-endpoint.ts";
import { toggleFavourite } from "./favourites.server.ts";
import { ADDED_HASH } from "./favourites.tsx";

/**
 * The cookie that keeps the product whose heart a visitor has pressed, and the page of the heart, until sign-in. CSRF
 * protection: the cookie is signed and only a same-origin POST sets it, so a link from another site cannot add a favourite.
 */
const pendingHeartCookie = ({ baseUrl, sessionSecret }: Config) =>
  createCookie("favori", {
    path: "/favoris",
    httpOnly: true,
    sameSite: "lax",
    secure: baseUrl.startsWith("https:"),
    secrets: [sessionSecret],
    maxAge: 30 * 60,
  });
const pendingHeart = z.object({ id: z.string(), back: z.string() });

/**
 * GET /favoris/:id, after sign-in. If the cookie names this product: adds it to the favourites, deletes the cookie and
 * redirects to the page of the heart. Otherwise, or without a session: redirects to the product's page.
 */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  const { services, viewer } = context.get(requestContext);
  const customer = await viewer();
  const cookie = pendingHeartCookie(services.config);
  const pending = pendingHeart.safeParse(await cookie.parse(request.headers.get("cookie")));
  if (!customer || !pending.success || pending.data.id !== id)
    return redirect(`/produit/${encodeURIComponent(id)}`);
  await toggleFavourite(services.db, customer, id, true);
  const headers = { "set-cookie": await cookie.serialize("", { maxAge: 0 }) };
  return redirect(returnPath(new URLSearchParams(pending.data.back)) + ADDED_HASH, { headers });
}

/**
 * POST /favoris/:id: adds the product to the favourites or removes it. A visitor is redirected to sign-in, then to the
 * loader above. A fetch gets the outcome as data (404 for an unknown product). A form without scripts is redirected to its
 * page, one of a closed list (no open redirect).
 */
export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const { services, viewer } = context.get(requestContext);
  const back = placeOfHeart(request, id);
  const toSignIn = async () => {
    const cookie = pendingHeartCookie(services.config);
    const headers = { "set-cookie": await cookie.serialize({ id, back }) };
    return redirect(`/connexion${returnQuery({ place: "favori", id })}`, { headers });
  };
  const customer = await viewer();
  if (!customer) throw await toSignIn();
  const outcome = await toggleFavourite(services.db, customer, id, await readTarget(request));
  if (outcome.kind === "no-account") throw await toSignIn();
  const status = outcome.kind === "unknown-product" ? 404 : 200;
  // Only a form without scripts accepts text/html.
  if (!request.headers.get("accept")?.includes("text/html")) return data(outcome, { status });
  if (status === 404) throw data("Document not found", { status });
  return redirect(returnPath(new URLSearchParams(back)));
}

/**
 * The query « ?retour=… » that names the page of the heart. Read from the Referer, because that has a list's filters. If the
 * Referer is missing or not in the closed list: the form's own `retour`, which names only the page.
 */
function placeOfHeart(request: Request, id: string): string {
  const referer = URL.parse(request.headers.get("referer") ?? "");
  const from = referer && returnQuery(placeOf(referer.pathname, referer.search));
  if (from) return from;
  const retour = new URL(request.url).searchParams.get("retour") ?? "produit";
  return `?${new URLSearchParams({ retour, id })}`;
}

/**
 * The state to set (true: favourite), which scripts send as `voulu`, so that a retry is idempotent. Undefined for a form
 * without scripts, which toggles.
 */
async function readTarget(request: Request): Promise<boolean | undefined> {
  const type = request.headers.get("content-type");
  const target = type ? (await readForm(request)).get("voulu") : null;
  return target === null ? undefined : target === "1";
}
