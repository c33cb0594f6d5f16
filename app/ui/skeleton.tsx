import { classes } from "./classes.ts";

type SkeletonProps = { shape: "picture" | "title" | "text" | "button"; className?: string };

/** A sand block in the shape of what comes; it only shows after 300 ms, so that quick answers don't flash. */
export function Skeleton({ shape, className }: SkeletonProps) {
  return <span className={classes("sk", `sk--${shape}`, className)} aria-hidden="true" />;
}
