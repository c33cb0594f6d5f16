import { listAddress, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choice } from "#app/ui/areas/list-filters.ts";

export const effectsAddress = listAddress("/admin/effets-indesirables", {
  state: choice("etat", "État", { nouveaux: "Nouveaux", declares: "Déclarés", clos: "Clos" }),
});
export type EffectQuery = QueryOf<typeof effectsAddress>;
export type EffectState = EffectQuery["state"];
