import { classes } from "./classes.ts";

type StarsProps = {
  /** The rating from 0 to 5, shown with one decimal. */
  rating: number;
  /** Number of comments in the average; undefined for the rating of a single comment. */
  count?: number;
  /** The URL of the comments. With it, the rating is a link. */
  href?: string;
};

function formatRating(rating: number): string {
  return rating.toFixed(1).replace(".", ",");
}

/** The number of filled stars: the rating with one decimal, rounded up. */
function wholeStars(rating: number): number {
  return Math.min(5, Math.max(0, Math.ceil(Number(rating.toFixed(1)))));
}

function Drawing({ rating, size }: { rating: number; size?: "m" }) {
  return (
    <span
      className={classes("stars", size && `stars--${size}`)}
      data-stars={wholeStars(rating)}
      aria-hidden="true"
    />
  );
}

export function Stars({ rating, count, href }: StarsProps) {
  if (count === 0) {
    return (
      <span className="rating">
        <Drawing rating={0} />
        <span className="muted">Aucun avis</span>
      </span>
    );
  }
  if (href !== undefined) {
    return (
      <a className="rating rating--link" href={href}>
        <Drawing rating={rating} size="m" />
        <span className="sr">Note&nbsp;:</span>
        <span>
          <b>{formatRating(rating)}</b> sur 5
        </span>
        {count !== undefined && <span className="link">{`${count} avis`}</span>}
      </a>
    );
  }
  const shown =
    count === undefined && Number.isInteger(rating) ? String(rating) : formatRating(rating);
  const spoken = `Note\u00a0: ${shown} sur 5`;
  return (
    <span className="rating">
      <Drawing rating={rating} />
      <span className="sr">{count === undefined ? spoken : `${spoken}, ${count} avis`}</span>
      <span aria-hidden="true">{count === undefined ? `${shown}/5` : shown}</span>
      {count !== undefined && (
        <span className="muted" aria-hidden="true">
          {`(${count})`}
        </span>
      )}
    </span>
  );
}
