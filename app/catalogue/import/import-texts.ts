/** A duration as text: « 1 min 12 s »; at least « 1 s ». */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** The progress of an import as an integer percentage, rounded down; 100 when there is nothing to write. */
export function percentOf({
  toCreate,
  toUpdate,
  doneCount,
}: Record<"toCreate" | "toUpdate" | "doneCount", number>): number {
  const total = toCreate + toUpdate;
  return total === 0 ? 100 : Math.floor((doneCount / total) * 100);
}

export const IMPORT_PATH = "/admin/produits/importer";

/** The URL of an import's page. `page` is the page of the list of errors, `changes` that of the list of changes. */
export function importHref(importId: string, { page = 1, changes = 1 } = {}): string {
  const search = new URLSearchParams({ import: importId });
  if (page > 1) search.set("page", String(page));
  if (changes > 1) search.set("modifications", String(changes));
  return `${IMPORT_PATH}?${search}`;
}
