import { pageNumber } from "../page-number.ts";
import type { Choice, Filter, ListFields } from "./list-filters.ts";

type AnyFilters = Readonly<Record<string, Filter<unknown>>>;
type QueryBy<Filters extends AnyFilters> = {
  [Name in keyof Filters]: ReturnType<Filters[Name]["parse"]>;
} & { page: number };
type ChoiceName<Filters extends AnyFilters> = {
  [Name in keyof Filters]: Filters[Name] extends Choice<unknown> ? Name : never;
}[keyof Filters];

/** The parsed address of a list: `QueryOf<typeof ordersAddress>`. */
export type QueryOf<Address extends { all: unknown }> = Address["all"];

/**
 * The address of a list: « /admin/commandes?etat=livrees&page=2 ». It has only the parameters that differ from the default, those of
 * the filters in their order, then `page`.
 * @param filters by their name in the query
 */
export function listAddress<const Filters extends AnyFilters>(path: string, filters: Filters) {
  type Query = QueryBy<Filters>;
  const every: [string, Filter<unknown>][] = Object.entries({ ...filters, page: PAGE });
  const parse = (search: URLSearchParams) =>
    Object.fromEntries(every.map(([name, filter]) => [name, filter.parse(search)])) as Query;
  /** The first page without filters. */
  const all = parse(new URLSearchParams());
  const fieldsOf = (query: Partial<Query>, among = every): ListFields => {
    const whole: Record<string, unknown> = { ...all, ...query };
    return among.flatMap(([name, filter]) => filter.fields(whole[name]));
  };
  const filtering = every.filter(([, { isOfPages }]) => !isOfPages);
  const href = (query: Partial<Query>, others: Record<string, string> = {}) =>
    listHref(path, [...fieldsOf(query), ...Object.entries(others)]);
  const back = (search: URLSearchParams) => parse(new URLSearchParams(search.get("retour") ?? ""));
  return {
    all,
    parse,
    /** The list from which a page was opened by `withReturn`, and its URL. */
    back,
    backHref: (search: URLSearchParams, others?: Record<string, string>) =>
      href(back(search), others),
    /** The URL parameters of a query. */
    fields: (query: Partial<Query>) => fieldsOf(query),
    /** The URL parameters of search and filters, without those of paging. */
    filterFields: (query: Partial<Query>) => fieldsOf(query, filtering),
    /** The URL of the list; `others`: further parameters, for example of an opened drawer. */
    href,
    /** Props of `ListPage`. */
    pages: (query: Query, pageCount: number) => ({
      page: query.page,
      pageCount,
      href: (page: number) => href({ ...query, page }),
    }),
    /** The URL of the CSV export of all pages. */
    csvHref: (query: Partial<Query>) => listHref(`${path}.csv`, fieldsOf(query, filtering)),
    /** Props of `ListToolbar`. @param kept the filters that are no field of its form */
    toolbar: (
      query: Query & { search: string },
      kept: readonly (keyof Filters & string)[] = [],
    ) => ({
      search: query.search,
      filterCount: fieldsOf({ ...query, search: "" }, filtering).length,
      kept: fieldsOf(
        query,
        every.filter(([name]) => kept.includes(name)),
      ),
    }),
    /** Props of `FilterLinks`, which keep the other filters. @param counts matches by value; missing ones are not shown */
    links: <Name extends ChoiceName<Filters>>(
      name: Name,
      query: Query,
      counts: Partial<Record<Query[Name] & string, number>>,
    ) => {
      const { label, options } = filters[name] as Filter<unknown> as Choice<Query[Name] & string>;
      return {
        label,
        links: options.map((option) => ({
          ...option,
          to: href({ ...query, [name]: option.value, page: 1 }),
          isCurrent: option.value === query[name],
          count: counts[option.value],
        })),
      };
    },
    /** Props of `FilterSelect`. */
    select: <Name extends ChoiceName<Filters>>(name: Name, query: Query) => {
      const { options, ...choice } = filters[name] as Filter<unknown> as Choice<Query[Name]>;
      const [shown] = choice.fields(query[name]);
      return {
        name: choice.name,
        label: choice.label,
        options: options.map(({ text, label }) => ({ value: text, label })),
        value: shown?.[1] ?? "",
      };
    },
  };
}

const PAGE: Filter<number> = {
  isOfPages: true,
  parse: (search) => pageNumber(search),
  fields: (page) => (page > 1 ? [["page", String(page)]] : []),
};

/** The URL of a page of a list without filters; `fields`: further parameters, before the page's. */
export const pageHref = (path: string, page: number, fields: ListFields = []): string =>
  listHref(path, [...fields, ...PAGE.fields(page)]);

export function listHref(path: string, fields: ListFields): string {
  return fields.length > 0 ? `${path}?${new URLSearchParams(fields)}` : path;
}

/** Adds the list's parameters to `path` as one parameter `retour`, so that the page at `path` can link back to the list. */
export function withReturn(path: string, fields: ListFields): string {
  const list = new URLSearchParams(fields).toString();
  return listHref(path, list ? [["retour", list]] : []);
}
