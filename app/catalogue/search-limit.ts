import type { MiddlewareFunction } from "react-router";
import { requestContext } from "#app/request-context.ts";

/**
 * Route middleware that limits searches by network: 429 before any loader runs. The limit is on the route, because the
 * router resolves every spelling of its URL (capitals, a trailing slash, `.data?_routes=`). `isSearch` says whether a request
 * with this query string counts as a search.
 */
export function limitSearches(
  isSearch: (query: URLSearchParams) => boolean = () => true,
): MiddlewareFunction<Response> {
  return ({ request, context }, next) => {
    const query = new URL(request.url).searchParams;
    if (!isSearch(query) || context.get(requestContext).allowsSearch()) return next();
    return Promise.resolve(
      new Response("Trop de recherches viennent d’ici. Attendez un instant.", {
        status: 429,
        headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "5" },
      }),
    );
  };
}
