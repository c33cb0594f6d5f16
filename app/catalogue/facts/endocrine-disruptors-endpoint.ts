import { data } from "react-router";
import { requestContext } from "#app/request-context.ts";
import { isResponsible } from "#app/settings/responsible-person.ts";
import type { Route } from "./+types/endocrine-disruptors-endpoint.ts";
import { endocrineDisruptors } from "./endocrine-disruptors.server.ts";

/**
 * GET /perturbateurs-endocriniens.json: the seller's products with endocrine disruptors, in an open format (public health code,
 * L5232-5). 404 when the seller isn't the responsible person: another company publishes them.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, addTags } = context.get(requestContext);
  const { config, db, settings } = services;
  const { shop } = settings.current();
  if (!isResponsible(shop)) throw data("Document not found", { status: 404 });
  addTags("product");
  return Response.json(
    {
      texte: "Code de la santé publique, L. 5232-5\u00a0; arrêtés du 28 septembre 2023",
      responsable: shop.responsiblePerson,
      produits: await endocrineDisruptors(db, config.baseUrl, shop),
    },
    { headers: { "access-control-allow-origin": "*" } },
  );
}
