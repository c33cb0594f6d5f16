import { listFields, listHref } from "#app/ui/areas/list-address.ts";
import { pageNumber } from "#app/ui/page-number.ts";

/** The `etat` filter of the list's URL. */
export const EFFECT_STATES = ["nouveaux", "declares", "clos"] as const;
export type EffectState = (typeof EFFECT_STATES)[number];

/** The parsed query string of /admin/effets-indesirables. */
export type EffectQuery = { page: number; state: EffectState };

export function parseEffectQuery(search: URLSearchParams): EffectQuery {
  const state = EFFECT_STATES.find((one) => one === search.get("etat")) ?? "nouveaux";
  return { page: pageNumber(search), state };
}

/** The path of the reports with this query, without parameters that equal their defaults. */
export function effectsHref({ page, state }: EffectQuery): string {
  const etat = state !== "nouveaux" && state;
  return listHref("/admin/effets-indesirables", listFields(page, { etat }));
}
