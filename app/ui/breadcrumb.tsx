import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

type BreadcrumbProps = {
  /** The pages from the home page to the current one. The current page has no `to`. */
  items: readonly { label: string; to?: string }[];
};

/** The breadcrumb of a page. With more than three items, phones show only the link to the parent. */
export function Breadcrumb({ items }: BreadcrumbProps) {
  return (
    <nav aria-label="Fil d’Ariane">
      <ol className={classes("crumbs", items.length > 3 && "crumbs--long")}>
        {items.map(({ label, to }) => (
          <li key={label}>
            {to === undefined ? (
              <span aria-current="page">{label}</span>
            ) : (
              <Link to={to}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
