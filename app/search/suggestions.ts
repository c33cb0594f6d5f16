import { limitSearches } from "#app/catalogue/search-limit.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/suggestions.ts";
import { parseSearch } from "./search-query.ts";
import { suggest } from "./search.server.ts";

export const middleware = [limitSearches()];

/** GET /recherche/suggestions?keyword=…: the suggestions (`Suggestions`) for the header's search field, as JSON. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { keyword } = parseSearch(new URL(request.url).searchParams);
  return Response.json(await suggest(context.get(requestContext).services.db, keyword));
}
