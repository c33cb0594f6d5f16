/** « 1 min 12 s » */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** Progress of an import, as a whole percentage. */
export function percentOf({
  toCreate,
  toUpdate,
  doneCount,
}: Record<"toCreate" | "toUpdate" | "doneCount", number>): number {
  const total = toCreate + toUpdate;
  return total === 0 ? 100 : Math.floor((doneCount / total) * 100);
}

export const IMPORT_PATH = "/admin/produits/importer";

/** The URL of an import's page. `page`: page of the faulty lines; `changes`: page of the changes. */
export function importHref(importId: string, { page = 1, changes = 1 } = {}): string {
  const search = new URLSearchParams({ import: importId });
  if (page > 1) search.set("page", String(page));
  if (changes > 1) search.set("modifications", String(changes));
  return `${IMPORT_PATH}?${search}`;
}
