/** Names and values of URL parameters, in order. */
export type ListFields = [name: string, value: string][];

/** The URL parameters of a list: the active filters in order, then `page` unless it is 1. */
export function listFields(
  page: number,
  filters: Record<string, string | null | false> = {},
): ListFields {
  const fields = Object.entries(filters).filter((field): field is ListFields[number] =>
    Boolean(field[1]),
  );
  return page > 1 ? [...fields, ["page", String(page)]] : fields;
}

/** The URL of a list: « /admin/commandes?etat=livrees&page=2 ». */
export function listHref(path: string, fields: ListFields): string {
  return fields.length > 0 ? `${path}?${new URLSearchParams(fields)}` : path;
}

/** Adds the list's parameters to `path` as one parameter `retour`, so that the page at `path` can link back to the list. */
export function withReturn(path: string, fields: ListFields): string {
  const list = new URLSearchParams(fields).toString();
  return listHref(path, list ? [["retour", list]] : []);
}
