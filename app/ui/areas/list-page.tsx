import type { ReactNode } from "react";
import { ButtonLink } from "../button.tsx";
import { EmptyState, type EmptyStateProps } from "../empty-state.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { useFocusOnPage } from "../use-focus-on-page.ts";
import { Panel } from "./panel.tsx";

/** What a list without rows shows; « box » is its drawing unless another is named. */
export type EmptyList = Pick<EmptyStateProps, "title" | "text" | "action" | "drawing">;

type ListPageProps = {
  title: string;
  /** One line under the title, inline content only. */
  intro?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Between the title and the list: notes, dialogs, the forms that buttons of the list submit. */
  above?: ReactNode;
  /** The list's own title, for a page with more than one list. */
  panel?: { id: string; title: string };
  /** For rows that are panels of their own: the list itself is in none. */
  rowsArePanels?: boolean;
  /** Search and filters, at the head of the list. */
  toolbar?: ReactNode;
  /** Rows of all pages together; 0 shows `empty` instead of the list. */
  total: number;
  /** The total in words: « 26 commandes ». */
  count: string;
  page: number;
  pageCount: number;
  /** The address of a page. */
  href: (page: number) => string;
  /** Names the pager: « Pages des commandes ». */
  pagesLabel: string;
  empty: EmptyList;
  /** The list itself: a `DataTable`, a `ul`. */
  children: ReactNode;
};

/**
 * A page of the signed-in areas with a paged list. « 26 commandes, page 2 sur 5 » is announced, and turning to another
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

/** The way out of a list that its filters leave empty. */
export function ClearFilters({ to, label = "Tout effacer" }: { to: string; label?: string }) {
  return (
    <ButtonLink to={to} variant="secondary">
      {label}
    </ButtonLink>
  );
}
