import { Form, useNavigation } from "react-router";
import { displayName } from "#app/catalogue/product-name.ts";
import { Moment } from "#app/ui/areas/moment.tsx";
import { Tag } from "#app/ui/areas/tag.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { mailtoHref } from "#app/ui/mailto-href.ts";
import type { ListedReport } from "./report-reading.server.ts";
import { REPORT_REASONS } from "./report-reason-schema.ts";

/** The outcome of a decision, for the report with this id. */
export type DecisionAnswer = {
  reportId: string;
  tone: "ok" | "error";
  text: string;
  values: Record<string, string>;
  errors: Record<string, string>;
};

type ReportItemProps = { report: ListedReport; answer: DecisionAnswer | undefined };

const DECISIONS = { hidden: "Avis masqué", kept: "Avis gardé", removed: "Avis supprimé" } as const;

/** A report with the review, and the form to decide or what was decided. Both texts are untrusted, and rendered as plain text. */
export function ReportItem({ report, answer }: ReportItemProps) {
  const { productName, productId, review, decision, decidedAt } = report;
  const name = displayName(productName);
  return (
    // No section: several reports of one product would be landmarks with the same name.
    <article className="panel report">
      <div className="panel__head">
        <h2>
          {productId ? (
            <TextLink to={`/produit/${productId}?avis=tous#avis`}>{name}</TextLink>
          ) : (
            name
          )}
        </h2>
        {decision ? (
          <Tag tone="outline" label={DECISIONS[decision]} />
        ) : (
          <Tag tone="warning" label="À traiter" />
        )}
      </div>
      <div className="panel__body form">
        <Review review={review} />
        <dl className="report__facts">
          <dt>Motif</dt>
          <dd>{REPORT_REASONS[report.reason]}</dd>
          <dt>Explication</dt>
          <dd className="report__text">{report.explanation}</dd>
          <dt>Signalé par</dt>
          <dd>
            {report.email ? (
              <>
                {report.name}, <a href={mailtoHref(report.email)}>{report.email}</a>
              </>
            ) : (
              <span>Client supprimé</span>
            )}
            <span>, le </span>
            <Moment at={report.createdAt} />
          </dd>
          {decidedAt && (
            <>
              <dt>Décidé le</dt>
              <dd>
                <Moment at={decidedAt} />
              </dd>
              <dt>Raisons</dt>
              <dd className="report__text">{report.decisionReason}</dd>
            </>
          )}
        </dl>
        {(decision === null || (decision === "hidden" && review?.isHidden)) && (
          <DecisionForm report={report} answer={answer} />
        )}
      </div>
    </article>
  );
}

function Review({ review }: Pick<ListedReport, "review">) {
  if (!review) return <p className="soft">Cet avis a été supprimé.</p>;
  return (
    <figure>
      <figcaption className="small soft">{`${review.author ?? "Client supprimé"}, ${review.rate} sur 5${review.isHidden ? ", masqué" : ""}`}</figcaption>
      <blockquote className="report__text">{review.text || "Sans texte."}</blockquote>
    </figure>
  );
}

function DecisionForm({ report: { id, decision, review }, answer }: ReportItemProps) {
  const isBusy = useNavigation().formData?.get("id") === id;
  const button = (value: string, label: string, variant?: "secondary" | "danger") => (
    <Button name="decision" value={value} variant={variant} size="s" busy={isBusy}>
      {label}
    </Button>
  );
  return (
    <Form className="form" method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={review?.version ?? ""} />
      <TextArea
        label="Raisons"
        id={`raisons-${id}`}
        name="reason"
        maxLength={2_000}
        required
        defaultValue={answer?.values["reason"]}
        error={answer?.errors["reason"]}
        hint="Envoyées par e-mail, et gardées dans l’historique."
      />
      <div className="report__acts">
        {decision ? (
          button("restore", "Rétablir l’avis", "secondary")
        ) : review ? (
          <>
            {button("hide", "Masquer l’avis", "danger")}
            {!review.isHidden && button("keep", "Garder l’avis", "secondary")}
          </>
        ) : (
          button("close", "Clore le signalement", "secondary")
        )}
      </div>
    </Form>
  );
}
