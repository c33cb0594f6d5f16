/** What the address of a list says besides its path: name and value. */
export type ListFields = [name: string, value: string][];

/** The fields of a list's address: the filters that are set, in their order, then `page` from the second page on. */
export function listFields(
  page: number,
  filters: Record<string, string | null | false> = {},
): ListFields {
  const fields = Object.entries(filters).filter((field): field is ListFields[number] =>
    Boolean(field[1]),
  );
  return page > 1 ? [...fields, ["page", String(page)]] : fields;
}

/** « /admin/commandes?etat=livrees&page=2 »; without fields the path alone. */
export function listHref(path: string, fields: ListFields): string {
  return fields.length > 0 ? `${path}?${new URLSearchParams(fields)}` : path;
}

/** The address of a page that leads back to the list as it is: « retour » holds the list's fields. */
export function withReturn(path: string, fields: ListFields): string {
  const list = new URLSearchParams(fields).toString();
  return listHref(path, list ? [["retour", list]] : []);
}
