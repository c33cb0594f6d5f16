import { data } from "react-router";
import { z } from "zod";
import { requestContext } from "#app/request-context.ts";
import { countriesIn } from "#app/settings/country-schema.ts";
import { visibleText } from "#app/ui/blank-schema.ts";
import type { Route } from "./+types/relays-endpoint.ts";
import type { FoundRelay } from "./relay-schema.ts";
import { searchRelays } from "./relays.server.ts";

/** The result for the picker: points, or a message that says why there are none. */
export type RelaySearch = { points: FoundRelay[]; message: string | null };

const query = z.object({
  ou: z
    .string()
    .transform((text) => visibleText(text).replaceAll(/\s+/g, " "))
    .pipe(z.string().min(3).max(200)),
  pays: z.string().optional(),
});

const TYPE_IT =
  "Écrivez le nom et l’adresse du point ci-dessous, ou faites-vous livrer à domicile.";

/** GET /panier/relais?ou=33000&pays=FR: the relay points near a postal code or an address, in a country of delivery. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, caller } = context.get(requestContext);
  const { relays, limits, log } = services;
  if (!relays) throw data("Document not found", { status: 404 });
  const none = (message: string): RelaySearch => ({ points: [], message });
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return none("Indiquez un code postal, ou une adresse.");
  const { countries } = countriesIn(services.settings.current().groups.sales.countries);
  const country = asked.data.pays ?? countries[0]!.code;
  if (!countries.some(({ code }) => code === country))
    return none("Nous ne livrons pas dans ce pays.");
  if (!(await limits.allow("relay-search", caller)))
    return none(`Vous avez fait beaucoup de recherches. ${TYPE_IT}`);
  const answer = await searchRelays(relays, asked.data.ou, country);
  if (answer.kind === "unknown") {
    log.info({ reason: answer.reason }, "relay points are not available");
    return none(`La liste des points de relais ne répond pas. ${TYPE_IT}`);
  }
  if (answer.body.length === 0)
    return none(`Aucun point de relais trouvé près d’ici. Essayez un autre code postal.`);
  return { points: answer.body, message: null } satisfies RelaySearch;
}
