import type { ReactNode } from "react";
import { ButtonLink } from "../button.tsx";
import { EmptyState, type EmptyStateProps } from "../empty-state.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { useFocusOnPage } from "../use-focus-on-page.ts";
import { Panel } from "./panel.tsx";

/** The content of an empty list; `drawing` defaults to « box ». */
export type EmptyList = Pick<EmptyStateProps, "title" | "text" | "action" | "drawing">;

type ListPageProps = {
  title: string;
  /** One line below the title, inline content only. */
  intro?: ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  /** Content between title and list: notes, dialogs, forms that the list's buttons submit. */
  above?: ReactNode;
  /** A heading for the list, on a page with several lists. */
  panel?: { id: string; title: string };
  /** Whether the rows are panels themselves. The list is then not inside a panel. */
  rowsArePanels?: boolean;
  /** Search and filters above the list. */
  toolbar?: ReactNode;
  /** Number of rows on all pages; 0 shows `empty` instead of the list. */
  total: number;
  /** The total as text: « 26 commandes ». */
  count: string;
  page: number;
  pageCount: number;
  /** Returns the URL of a page. */
  href: (page: number) => string;
  /** The name of the pager's landmark: « Pages des commandes ». */
  pagesLabel: string;
  empty: EmptyList;
  /** The list itself: a `DataTable`, a `ul`. */
  children: ReactNode;
};

/**
 * A page of the signed-in areas with a paged list. Screen readers announce « 26 commandes, page 2 sur 5 »; a link to another
 * page moves the focus to the title. The route's error boundary is `listErrorBoundary` (`pages/error-screen.tsx`).
 */
export function ListPage(props: ListPageProps) {
  const { title, intro, actions, above, panel, rowsArePanels, toolbar, empty, children } = props;
  const { total, count, page, pageCount, href, pagesLabel } = props;
  const heading = useFocusOnPage(page);
  const summary = `${count}, page ${page} sur ${pageCount}`;
  const nothing = total === 0 && <EmptyState panel level={2} drawing="box" {...empty} />;
  const pager = pageCount > 1 && (
    <Pager page={page} pageCount={pageCount} href={href} label={pagesLabel} summary={summary} />
  );
  const list = (
    <>
      {toolbar}
      {nothing || children}
      {pager}
    </>
  );
  return (
    <>
      <PageHead title={title} heading={heading} actions={actions}>
        {intro}
      </PageHead>
      <output className="sr">{summary}</output>
      {above}
      {rowsArePanels ? (
        <>
          {!nothing && children}
          {(nothing || pager) && (
            <div className="panel">
              {nothing}
              {pager}
            </div>
          )}
        </>
      ) : panel ? (
        <Panel {...panel}>{list}</Panel>
      ) : (
        <div className="panel">{list}</div>
      )}
    </>
  );
}

/** A link to the list without filters, for a list that the filters left empty. */
export function ClearFilters({ to, label = "Tout effacer" }: { to: string; label?: string }) {
  return (
    <ButtonLink to={to} variant="secondary">
      {label}
    </ButtonLink>
  );
}
