import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "../classes.ts";
import { Moment } from "./moment.tsx";

export type Column<Row> = {
  head: string;
  render: (row: Row, index: number) => ReactNode;
  /** Classes of the cells. CSS uses the first one to place the cell in a row's card. */
  className?: string;
  /** Right-aligns the column, for amounts and counts. */
  isEnd?: boolean;
  /** Whether the column's cells are row headers. */
  isRowHeader?: boolean;
  /** Whether the column's header is only for screen readers. */
  isHeadHidden?: boolean;
  /** Shows the header above the content in a card, for content that is unclear without it. */
  hasCardHead?: boolean;
  /** Hides the column below 768 px. */
  isWideOnly?: boolean;
};

type DataTableProps<Row> = {
  /** The table's class: CSS uses it for column widths and the layout of the cards. */
  className?: string;
  /** The table's accessible name, which is not visible. Not needed below a heading with the same text. */
  caption?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Whether the header row is only for screen readers. */
  isHeadHidden?: boolean;
  /** Whether rows stay rows below 768 px, for few narrow columns. */
  hasNoCards?: boolean;
};

/** A table with a sticky header. Below 768 px each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { className, caption, columns, rows, keyOf, isHeadHidden, hasNoCards } = props;
  // Cards change the CSS `display` of the table. Browsers then drop the implicit table roles, so these are explicit.
  const role = (name: string) => (hasNoCards ? undefined : name);
  return (
    <table
      className={classes("data-table", !hasNoCards && "data-table--cards", className)}
      role={role("table")}
    >
      {caption !== undefined && <caption className="sr">{caption}</caption>}
      <thead className={isHeadHidden ? "sr" : undefined} role={role("rowgroup")}>
        <tr role={role("row")}>
          {columns.map((column) => (
            <th
              key={column.head}
              className={classesOf(column)}
              role={role("columnheader")}
              scope="col"
            >
              {column.isHeadHidden ? <span className="sr">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role={role("rowgroup")}>
        {rows.map((row, index) => (
          <tr key={keyOf(row)} role={role("row")}>
            {columns.map((column) => {
              const { head, className: own, isRowHeader, hasCardHead, render } = column;
              const Cell = isRowHeader ? "th" : "td";
              return (
                <Cell
                  key={head}
                  className={classesOf(column, own)}
                  role={role(isRowHeader ? "rowheader" : "cell")}
                  scope={isRowHeader ? "row" : undefined}
                  data-head={hasCardHead ? head : undefined}
                >
                  {render(row, index)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classesOf({ isEnd, isWideOnly }: Column<never>, own?: string): string | undefined {
  return classes(own, isEnd && "end", isWideOnly && "wide-only") || undefined;
}

/** The column « Date », with date and time. */
export function dateColumn<Row>(dateOf: (row: Row) => Date): Column<Row> {
  return {
    head: "Date",
    className: "c-date num soft nw",
    render: (row) => <Moment at={dateOf(row)} />,
  };
}

/** A link whose click area is the whole row, except the row's buttons. */
export function RowLink({ className, ...link }: ComponentProps<typeof Link>) {
  return <Link {...link} className={classes("cell cell--row", className)} />;
}
