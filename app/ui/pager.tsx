import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

type PagerProps = {
  page: number;
  pageCount: number;
  href: (page: number) => string;
  /** The name of the navigation landmark: « Pages des produits ». */
  label: string;
  /** A text before the links, « 7 commandes, page 1 sur 3 ». With it, the pager is styled as the footer of a panel. */
  summary?: string;
};

type Step = { page: number; isGap?: boolean };

/**
 * The steps of a pager: the first, last and current pages, the current one's neighbours, and a gap (`isGap`) between pages that
 * do not follow each other. A gap of a single page is replaced by this page.
 */
export function pagerSteps(page: number, pageCount: number): Step[] {
  const steps: Step[] = [];
  let previous = 0;
  for (let candidate = 1; candidate <= pageCount; candidate += 1) {
    const isShown = candidate === 1 || candidate === pageCount || Math.abs(candidate - page) <= 1;
    if (!isShown) continue;
    if (candidate - previous === 2) steps.push({ page: candidate - 1 });
    if (candidate - previous > 2) steps.push({ page: candidate - 1, isGap: true });
    steps.push({ page: candidate });
    previous = candidate;
  }
  return steps;
}

export function Pager({ page, pageCount, href, label, summary }: PagerProps) {
  if (pageCount <= 1) return null;
  const steps = pagerSteps(page, pageCount);
  // With more than five steps, phones hide the current page's neighbours.
  const isNear = (step: Step) =>
    steps.length > 5 && ![1, page, pageCount].includes(step.page) && !step.isGap;
  return (
    <nav className={classes("pager", summary !== undefined && "pager--panel")} aria-label={label}>
      {summary !== undefined && <p>{summary}</p>}
      {page > 1 && (
        <Link
          className="pager__p"
          to={href(page - 1)}
          rel="prev"
          aria-label={`Précédent, page ${page - 1}`}
        >
          <Icon name="chevron-left" />
          <b>Précédent</b>
        </Link>
      )}
      {steps.map((step) =>
        step.isGap ? (
          <span key={step.page} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={step.page}
            className={isNear(step) ? "pager__near" : undefined}
            to={href(step.page)}
            aria-label={`Page ${step.page}`}
            aria-current={step.page === page ? "page" : undefined}
          >
            {step.page}
          </Link>
        ),
      )}
      {page < pageCount && (
        <Link
          className="pager__p"
          to={href(page + 1)}
          rel="next"
          aria-label={`Suivant, page ${page + 1}`}
        >
          <b>Suivant</b>
          <Icon name="chevron-right" />
        </Link>
      )}
    </nav>
  );
}
