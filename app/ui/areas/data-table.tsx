import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "../classes.ts";
import { Moment } from "./moment.tsx";

export type Column<Row> = {
  head: string;
  render: (row: Row, index: number) => ReactNode;
  /** Classes of its cells; by the first one, CSS places the cell in a row's card. */
  className?: string;
  /** Right-aligned: amounts, counts. */
  isEnd?: boolean;
  /** Its cells name their rows. */
  isRowHeader?: boolean;
  /** Only assistive technology reads the head: the cells need no explanation. */
  isHeadHidden?: boolean;
  /** Left out under 768 px. */
  isWideOnly?: boolean;
};

type DataTableProps<Row> = {
  /** Its class, by which CSS sets column widths and arranges the cards. */
  className?: string;
  /** The table's accessible name, not visible; left out where the heading above it is enough. */
  caption?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Only assistive technology reads the heads. */
  isHeadHidden?: boolean;
  /** For a table of few narrow columns: rows stay rows under 768 px. */
  hasNoCards?: boolean;
};

/** A table with a sticky head; under 768 px each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { className, caption, columns, rows, keyOf, isHeadHidden, hasNoCards } = props;
  // As cards, CSS replaces the table's display, and browsers then drop the roles that they derive from it.
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
              const { head, className: own, isRowHeader, render } = column;
              const Cell = isRowHeader ? "th" : "td";
              return (
                <Cell
                  key={head}
                  className={classesOf(column, own)}
                  role={role(isRowHeader ? "rowheader" : "cell")}
                  scope={isRowHeader ? "row" : undefined}
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

/** The column of each row's date and time. */
export function dateColumn<Row>(dateOf: (row: Row) => Date): Column<Row> {
  return {
    head: "Date",
    className: "c-date num soft nw",
    render: (row) => <Moment at={dateOf(row)} />,
  };
}

/** The link that opens a row: a click anywhere in the row follows it, except on the row's buttons. */
export function RowLink({ className, ...link }: ComponentProps<typeof Link>) {
  return <Link {...link} className={classes("cell cell--row", className)} />;
}
