import type { MiddlewareFunction } from "react-router";
import { requestContext } from "./request-context.ts";

/**
 * A route's middleware: a search that is one too many for the caller's network is refused (429) before any loader runs.
 * It stands at the routes, which every spelling of an address leads to: capitals, a slash at the end, `.data?_routes=`.
 * `isSearch` tells by the address's query, for a route that doesn't only search.
 */
export function limitSearches(
  isSearch: (query: URLSearchParams) => boolean = () => true,
): MiddlewareFunction<Response> {
  return ({ request, context }, next) => {
    const query = new URL(request.url).searchParams;
    if (!isSearch(query) || context.get(requestContext).takesSearch()) return next();
    return Promise.resolve(
      new Response("Trop de recherches viennent d’ici. Attendez un instant.", {
        status: 429,
        headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "5" },
      }),
    );
  };
}
