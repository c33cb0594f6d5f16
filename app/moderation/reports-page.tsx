import { data } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { FilterLinks } from "#app/ui/areas/list-toolbar.tsx";
import { boundedPlural } from "#app/ui/areas/plural.ts";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/reports-page.ts";
import { decideReport, type DecisionOutcome } from "./decide-report.server.ts";
import { ReportItem, type DecisionAnswer } from "./report-item.tsx";
import { reportsAddress } from "./report-query.ts";
import { listReports } from "./report-reading.server.ts";
import { decisionForm } from "./report-schema.ts";

const TITLE = "Avis signalés";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const query = reportsAddress.parse(new URL(request.url).searchParams);
  const list = await listReports(db, query);
  return { query: { ...query, page: list.page }, list };
}

const OUTCOMES: Record<DecisionOutcome["kind"], { status: number; text: string }> = {
  hidden: { status: 200, text: "L’avis est masqué. Ses raisons partent par e-mail." },
  kept: { status: 200, text: "L’avis reste publié. Les raisons partent par e-mail." },
  closed: { status: 200, text: "Le signalement est clos. Les raisons partent par e-mail." },
  restored: { status: 200, text: "L’avis est de nouveau publié. Son auteur en est averti." },
  unknown: { status: 404, text: "Ce signalement n’existe plus." },
  decided: { status: 409, text: "Ce signalement est déjà traité." },
  changed: {
    status: 409,
    text: "L’auteur a modifié cet avis entre-temps\u00a0: relisez-le, puis décidez.",
  },
  removed: { status: 409, text: "Cet avis a été supprimé entre-temps\u00a0: il reste à clore." },
};

/** POST: decides on a report. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const posted = await readForm(request);
  const form = parseForm(decisionForm, posted);
  if (!form.ok)
    return data<DecisionAnswer>(
      {
        reportId: form.values["id"] ?? "",
        tone: "error",
        text: "Rien n’est décidé.",
        values: form.values,
        errors: form.errors,
      },
      400,
    );
  const { status, text } = OUTCOMES[(await decideReport(services, admin, form.value)).kind];
  const isDone = status === 200;
  return data<DecisionAnswer>(
    {
      reportId: form.value.id,
      tone: isDone ? "ok" : "error",
      text,
      values: isDone ? {} : { reason: form.value.reason },
      errors: {},
    },
    status,
  );
}

export default function ReportsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("report", "product");
  const { query, list } = loaderData;
  const total = list.counts[query.state];
  return (
    <ListPage
      title={TITLE}
      intro={
        "Chaque décision part par e-mail avec ses raisons. Un avis masqué ne compte plus dans la moyenne."
      }
      above={
        <>
          <FilterLinks {...reportsAddress.links("state", query, list.counts)} />
          {actionData && (
            <Note tone={actionData.tone} focusOn={actionData}>
              {actionData.text}
            </Note>
          )}
        </>
      }
      rowsArePanels
      total={total}
      count={boundedPlural(total, "signalement")}
      {...reportsAddress.pages(query, list.pageCount)}
      pagesLabel="Pages des avis signalés"
      empty={query.state === "traites" ? NONE_DECIDED : NONE}
    >
      {list.reports.map((report) => (
        <ReportItem
          key={report.id}
          report={report}
          answer={actionData?.reportId === report.id ? actionData : undefined}
        />
      ))}
    </ListPage>
  );
}

const NONE: EmptyList = {
  title: "Aucun avis à traiter",
  text: "Un avis que quelqu’un signale arrive ici, avec son motif.",
};
const NONE_DECIDED: EmptyList = {
  title: "Aucun signalement traité",
  text: "Vos décisions restent ici pendant un an.",
};

export const ErrorBoundary = listErrorBoundary(TITLE);
