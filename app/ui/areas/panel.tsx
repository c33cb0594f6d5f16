import type { ReactNode } from "react";
import { classes } from "../classes.ts";

type PanelProps = {
  /** The title's id, unique in the page. */
  id: string;
  title: ReactNode;
  /** Content next to the title: a link, a button or a short text. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A section of a page with a heading. */
export function Panel({ id, title, aside, className, children }: PanelProps) {
  return (
    <section className={classes("panel", className)} aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
