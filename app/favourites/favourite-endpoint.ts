import { data, redirect } from "react-router";
import type { Route } from "./+types/favourite-endpoint.ts";
import { requireViewer, signInFirst } from "#app/accounts/access.ts";
import { returnPath } from "#app/accounts/return-to.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { toggleFavourite } from "./favourites.server.ts";

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/produit/${encodeURIComponent(params.id)}`);
}

/**
 * POST /favoris/:id: marks the product or takes the mark away. A visitor signs in first and comes back to the product;
 * a form without scripts goes back to where it stood, by a name from the closed list of places.
 */
export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const here = { place: "produit", id } as const;
  const viewer = await requireViewer(context, here);
  const isWanted = await readWish(request);
  const { db } = context.get(requestContext).services;
  const outcome = await toggleFavourite(db, viewer, id, isWanted);
  if (outcome.kind === "no-account") throw signInFirst(here);
  const status = outcome.kind === "unknown-product" ? 404 : 200;
  // A browser asks for a page; a script of ours, for the outcome.
  if (!request.headers.get("accept")?.includes("text/html")) return data(outcome, { status });
  if (status === 404) throw data("Document not found", { status });
  const place = new URL(request.url).searchParams.get("retour") ?? "produit";
  return redirect(returnPath(new URLSearchParams({ retour: place, id })));
}

/** What the page's script wants of the mark, so that a press sent again changes nothing; a form without scripts toggles it. */
async function readWish(request: Request): Promise<boolean | undefined> {
  const type = request.headers.get("content-type");
  const wish = type ? (await readForm(request)).get("voulu") : null;
  return wish === null ? undefined : wish === "1";
}
