import { createCookie, data, redirect } from "react-router";
import { z } from "zod";
import type { Route } from "./+types/favourite-endpoint.ts";
import { placeOf, returnPath, returnQuery } from "#app/accounts/return-to.ts";
import type { Config } from "#app/platform/config.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { toggleFavourite } from "./favourites.server.ts";
import { SET_HEART } from "./favourites.tsx";

/**
 * A heart that a visitor pressed, until they have signed in. Only the press itself, a POST of the shop's own page, makes
 * the cookie, and it is signed: no link from elsewhere can set a favourite.
 */
const pressedHeart = ({ baseUrl, sessionSecret }: Config) =>
  createCookie("favori", {
    path: "/favoris",
    httpOnly: true,
    sameSite: "lax",
    secure: baseUrl.startsWith("https:"),
    secrets: [sessionSecret],
    maxAge: 30 * 60,
  });
const pressed = z.object({ id: z.string(), back: z.string() });

/** After signing in: sets the heart that was pressed before, once, and goes back to its list. */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  const { services, viewer } = context.get(requestContext);
  const who = await viewer();
  const heart = pressedHeart(services.config);
  const kept = pressed.safeParse(await heart.parse(request.headers.get("cookie")));
  if (!who || !kept.success || kept.data.id !== id)
    return redirect(`/produit/${encodeURIComponent(id)}`);
  await toggleFavourite(services.db, who, id, true);
  const headers = { "set-cookie": await heart.serialize("", { maxAge: 0 }) };
  return redirect(returnPath(new URLSearchParams(kept.data.back)) + SET_HEART, { headers });
}

/**
 * POST /favoris/:id: marks the product or takes the mark away. A visitor signs in first; then the heart is set. A form
 * without scripts goes back to where it stood, by a name from the closed list of places.
 */
export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const { services, viewer } = context.get(requestContext);
  const back = placeOfHeart(request, id);
  const toSignIn = async () => {
    const heart = pressedHeart(services.config);
    const headers = { "set-cookie": await heart.serialize({ id, back }) };
    return redirect(`/connexion${returnQuery({ place: "favori", id })}`, { headers });
  };
  const who = await viewer();
  if (!who) throw await toSignIn();
  const outcome = await toggleFavourite(services.db, who, id, await readWish(request));
  if (outcome.kind === "no-account") throw await toSignIn();
  const status = outcome.kind === "unknown-product" ? 404 : 200;
  // A browser asks for a page; a script of ours, for the outcome.
  if (!request.headers.get("accept")?.includes("text/html")) return data(outcome, { status });
  if (status === 404) throw data("Document not found", { status });
  return redirect(returnPath(new URLSearchParams(back)));
}

/**
 * « ?retour=… » of the page that the heart stood on. By its Referer, which has a list's filters, too; else as the form
 * says: cards are the same on every list.
 */
function placeOfHeart(request: Request, id: string): string {
  const referer = URL.parse(request.headers.get("referer") ?? "");
  const from = referer && returnQuery(placeOf(referer.pathname, referer.search));
  if (from) return from;
  const retour = new URL(request.url).searchParams.get("retour") ?? "produit";
  return `?${new URLSearchParams({ retour, id })}`;
}

/** What the page's script wants of the mark, so that a press sent again changes nothing; a form without scripts toggles it. */
async function readWish(request: Request): Promise<boolean | undefined> {
  const type = request.headers.get("content-type");
  const wish = type ? (await readForm(request)).get("voulu") : null;
  return wish === null ? undefined : wish === "1";
}
