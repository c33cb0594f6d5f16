import type { ReactNode } from "react";
import { classes } from "../classes.ts";

type PanelProps = {
  /** The title's id, unique in the page. */
  id: string;
  title: ReactNode;
  /** Content next to the title: a link, a button or a short text. */
  aside?: ReactNode;
  className?: string;
  /** Classes of the body around the children (« form », « stack », ""); undefined: they are laid out without one, as a table is. */
  body?: string;
  children: ReactNode;
};

/** A section of a page with a heading. */
export function Panel({ id, title, aside, className, body, children }: PanelProps) {
  return (
    <section className={classes("panel", className)} aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {body === undefined ? (
        children
      ) : (
        <div className={classes("panel__body", body)}>{children}</div>
      )}
    </section>
  );
}
