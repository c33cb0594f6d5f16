import { Fragment } from "react";
import { ListError } from "#app/error-screen.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link, TextLink } from "#app/ui/link.tsx";
import { Stars } from "#app/ui/stars.tsx";
import { CommentForm, type CommentAnswer } from "./comment-form.tsx";
import { anchorOf, COMMENTS_HEADING, OwnComment, OwnCommentOutcome } from "./own-comment.tsx";
import { reviewHref } from "./review-query.ts";
import type { Comment, CommentList } from "./reviews.server.ts";

/** The author's name after their account was deleted. */
const FORMER_CUSTOMER = "Client supprimé";
/** The texts before the dates of a comment. */
const DATES = ["Publié le", ", reçu le", ", essayé le", ", modifié le"];

type ReviewsSectionProps = {
  product: { id: string; rating: number; ratingCount: number };
  /** null when the query failed. */
  list: CommentList | null;
  /** Lists only comments with this number of stars; null for all. */
  rate: number | null;
  isSignedIn: boolean;
  answer: CommentAnswer | undefined;
};

/** The rating summary, the comment form and the comments, filtered by `?note=4` and `?avis=tous`. */
export function ReviewsSection({ product, list, rate, isSignedIn, answer }: ReviewsSectionProps) {
  return (
    <section className="section band" id="avis" aria-labelledby="titre-avis">
      <div className="wrap reviews">
        <div className="reviews__l">
          <h2 className="h3" id="titre-avis">
            Les avis
          </h2>
          {product.ratingCount > 0 && (
            <Summary product={product} counts={list?.counts ?? []} rate={rate} />
          )}
          <div className="box">
            <CommentForm
              productId={product.id}
              isSignedIn={isSignedIn}
              answer={answer}
              experience={list?.experience}
            />
          </div>
        </div>
        {list ? (
          <Comments
            productId={product.id}
            list={list}
            rate={rate}
            total={rate === null ? product.ratingCount : (list.counts[rate] ?? 0)}
            answer={answer}
          />
        ) : (
          <div className="reviews__r">
            <ListError />
          </div>
        )}
      </div>
    </section>
  );
}

type SummaryProps = Pick<ReviewsSectionProps, "product" | "rate"> & {
  /** By number of stars; empty (no bars) when the query failed. */
  counts: number[];
};

function Summary({ product, counts, rate }: SummaryProps) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  // The bar of 0 stars is shown only when a comment gave 0.
  const rates = counts.map((_, stars) => stars).filter((stars) => stars > 0 || counts[0] !== 0);
  return (
    <div className="sum">
      <span className="sum__fig">{product.rating.toFixed(1).replace(".", ",")}</span>
      <div>
        <span
          className="stars stars--l"
          data-stars={Math.ceil(product.rating)}
          aria-hidden="true"
        />
        <p className="small soft">{`${product.ratingCount} avis, moyenne sur 5`}</p>
      </div>
      <div className="bars">
        {rates.toReversed().map((stars) => (
          <Link
            key={stars}
            to={`${reviewHref(product.id, { rate: stars === rate ? null : stars, isWhole: false })}#avis`}
            preventScrollReset
            aria-current={stars === rate ? "true" : undefined}
          >
            <span>{starsText(stars)}</span>
            <meter max={all} value={counts[stars]} aria-hidden="true" />
            <span>
              {counts[stars]}
              <span className="sr"> avis</span>
            </span>
          </Link>
        ))}
      </div>
    </div>
  );
}

function Comments({
  productId,
  list: { comments, notice },
  rate,
  total,
  answer,
}: {
  productId: string;
  list: CommentList;
  rate: number | null;
  total: number;
  answer: CommentAnswer | undefined;
}) {
  const others = total - comments.length;
  const last = comments.at(-1);
  return (
    <div className="reviews__r">
      <div className="car__head car__head--wrap">
        <h3
          className="h4"
          id={COMMENTS_HEADING}
          tabIndex={-1}
        >{`${total === 0 ? "Aucun commentaire" : `${total} commentaire${total > 1 ? "s" : ""}`}${rate !== null ? ` à ${starsText(rate)}` : ""}`}</h3>
        {rate !== null && (
          <Link
            className="link small"
            to={`${reviewHref(productId, { rate: null, isWhole: false })}#avis`}
            preventScrollReset
          >
            Voir tous les commentaires
          </Link>
        )}
      </div>
      <OwnCommentOutcome answer={answer} />
      {total === 0 && rate === null && (
        <p className="soft">Personne n’a encore donné son avis sur ce produit.</p>
      )}
      {comments.map((comment) => (
        <CommentItem key={comment.id} comment={comment} answer={answer} />
      ))}
      {others > 0 && last && (
        <p className="reviews__more">
          <ButtonLink
            variant="secondary"
            to={`${reviewHref(productId, { rate, isWhole: true })}#${anchorOf(last.id)}`}
          >
            {others === 1 ? "Voir l’autre commentaire" : `Voir les ${others} autres commentaires`}
          </ButtonLink>
        </p>
      )}
      {total > 1 && <p className="hint">Les avis sont triés du plus récent au plus ancien.</p>}
      <p className="hint">
        {notice} <TextLink to="/gestion-des-avis">Gestion des avis</TextLink>
      </p>
    </div>
  );
}

function CommentItem({ comment, answer }: { comment: Comment; answer?: CommentAnswer }) {
  const name = comment.name ?? FORMER_CUSTOMER;
  return (
    <article className="cmt" id={anchorOf(comment.id)} tabIndex={-1}>
      <div className="cmt__head">
        <Avatar name={name} photo={comment.photo} />
        <b>{name}</b>
        <Stars rating={comment.rate} />
        <small>
          {comment.dates.map(
            (day, index) =>
              day && (
                <Fragment key={DATES[index]}>
                  {DATES[index]} <time dateTime={day.on}>{day.text}</time>
                </Fragment>
              ),
          )}
          <br />
          {comment.control}
        </small>
      </div>
      {comment.text && <p className="text cmt__text">{comment.text}</p>}
      {comment.own ? (
        <OwnComment comment={comment} answer={answer} />
      ) : (
        <Link
          className="link small"
          to={`/signaler-avis/${comment.id}`}
          aria-label={`Signaler cet avis de ${name}`}
        >
          Signaler cet avis
        </Link>
      )}
    </article>
  );
}

const starsText = (stars: number) => `${stars} étoile${stars > 1 ? "s" : ""}`;
