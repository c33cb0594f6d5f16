import { townsOf } from "#app/delivery/towns.server.ts";
import type { Route } from "./+types/towns-endpoint.ts";

/** GET /villes/:code: the towns of a French postal code, as JSON; an empty list for an unknown one. */
export function loader({ params }: Route.LoaderArgs) {
  return Response.json(townsOf(params.code), {
    headers: { "cache-control": "public, max-age=86400" },
  });
}
