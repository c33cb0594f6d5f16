import { data } from "react-router";
import { displayName } from "#app/catalogue/product-name.ts";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm, typedValues } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/report-page.ts";
import { ReportForm, type ReportAnswer } from "./report-form.tsx";
import { readReview, reportReview } from "./report-review.server.ts";
import { reportForm } from "./report-schema.ts";

const TITLE = "Signaler un avis";
const GONE = "Cet avis n’existe plus, ou n’est plus publié\u00a0: il n’y a rien à signaler.";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ params, context }: Route.LoaderArgs) {
  const review = await readReview(context.get(requestContext).services.db, params.id);
  return data({ review }, review ? 200 : 404);
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const posted = await readForm(request);
  const { services, caller } = context.get(requestContext);
  if (!(await readReview(services.db, params.id)))
    return data<ReportAnswer>({ kind: "gone", values: {}, errors: {} }, 404);
  const form = parseForm(reportForm, posted);
  if (!form.ok) {
    const { values, errors } = form;
    return data<ReportAnswer>({ kind: "invalid", values, errors }, 400);
  }
  const kind = await reportReview(services, caller, { ...form.value, commentId: params.id });
  const status = { sent: 200, gone: 404, "too-many": 429 }[kind];
  const values = kind === "sent" ? {} : typedValues(reportForm, posted);
  return data<ReportAnswer>({ kind, values, errors: {} }, status);
}

export default function ReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { review } = loaderData;
  const isGone = review === null || actionData?.kind === "gone";
  return (
    <div className="wrap page-end">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: TITLE }]} />
      <div className="split">
        <div className="split__l">
          <h1 className="h2">{TITLE}</h1>
          {!isGone && (
            <>
              <p>{`Sur ${displayName(review.productName)}, par ${review.name ?? "Client supprimé"}, ${review.rate} sur 5\u00a0:`}</p>
              {review.text && <blockquote className="text cmt__text">{review.text}</blockquote>}
            </>
          )}
        </div>
        <div className="split__r">
          {actionData?.kind === "sent" ? (
            <Note tone="ok" title="Votre signalement est bien arrivé" focusOn={actionData}>
              <p>
                Une personne le lit. Sa décision et ses raisons vous seront envoyées par e-mail, si
                vous en avez indiqué un.
              </p>
            </Note>
          ) : isGone ? (
            <Note tone="error" role="alert">
              {GONE}
            </Note>
          ) : (
            <ReportForm answer={actionData} />
          )}
          {(isGone || actionData?.kind === "sent") && (
            <p className="reviews__more">
              <ButtonLink
                variant="secondary"
                to={review ? `/produit/${review.productId}#avis` : "/boutique"}
              >
                {review ? "Revenir au produit" : "Voir la boutique"}
              </ButtonLink>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
