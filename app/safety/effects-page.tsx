import { data } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { listErrorBoundary } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { requestContext } from "#app/request-context.ts";
import { ConfirmStep, useAsked } from "#app/ui/areas/confirm-step.tsx";
import { ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { FilterLinks } from "#app/ui/areas/list-toolbar.tsx";
import { boundedPlural } from "#app/ui/areas/plural.ts";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/effects-page.ts";
import { DeclarationLink } from "./declaration-link.tsx";
import { EffectItem } from "./effect-item.tsx";
import { effectsAddress } from "./effect-query.ts";
import { effectAct } from "./effect-schema.ts";
import { decideEffect, listEffects } from "./effects.server.ts";

const TITLE = "Effets indésirables";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const query = effectsAddress.parse(new URL(request.url).searchParams);
  const list = await listEffects(context.get(requestContext).services.db, query);
  return { query: { ...query, page: list.page }, list, today: parisToday() };
}

type Message = { status: number; text: string };
const OUTCOMES: Record<"declared" | "closed" | "already" | "not-found", Message> = {
  declared: { status: 200, text: "La déclaration est notée." },
  closed: { status: 200, text: "Le signalement est clos." },
  already: { status: 409, text: "C’était déjà fait." },
  "not-found": { status: 404, text: "Ce signalement n’existe plus." },
};

/** A refused day of a declaration, and the report that it was typed for. */
const refusedDay = (id: string, text: string) => data({ kind: "invalid" as const, id, text }, 400);

/** POST: notes the declaration to the authority, or closes a report; asks before a serious one is closed undeclared. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const posted = await readForm(request);
  const form = effectAct.safeParse(Object.fromEntries(posted));
  if (!form.success)
    return refusedDay(String(posted.get("id")), "Indiquez le jour de la déclaration.");
  const { id } = form.data;
  const outcome = await decideEffect(context.get(requestContext).services, admin, form.data);
  switch (outcome) {
    case "unconfirmed":
      return { kind: "ask" as const, id };
    case "future":
      return refusedDay(id, "Cette date n’est pas encore passée.");
    case "too-early":
      return refusedDay(id, "Cette date est avant celle du signalement.");
    default: {
      const { status, text } = OUTCOMES[outcome];
      return data({ kind: "done" as const, isDone: status === 200, text }, status);
    }
  }
}

export default function EffectsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("effect");
  const [asked, step] = useAsked(actionData, "ask");
  const { query, list, today } = loaderData;
  const total = list.counts[query.state];
  return (
    <ListPage
      title={TITLE}
      intro={
        <>
          Données de santé. Un effet grave se déclare à l’Anses sans délai, au plus tard sous 20
          jours, sur <DeclarationLink />.
        </>
      }
      above={
        <>
          <FilterLinks {...effectsAddress.links("state", query, list.counts)} />
          {actionData?.kind === "done" && (
            <Note tone={actionData.isDone ? "ok" : "error"} focusOn={actionData}>
              {actionData.text}
            </Note>
          )}
          <ConfirmStep
            question="Clore sans déclarer ?"
            confirmLabel="Clore quand même"
            cancelLabel="Garder ouvert"
            destructive
            answer={asked && { intent: "close", id: asked.id, confirmed: "1" }}
            backHref={effectsAddress.href(query)}
            {...step}
          >
            <p>
              Cet effet grave n’est pas déclaré à l’Anses (règlement 1223/2009, article 23). Le
              clore quand même&nbsp;?
            </p>
          </ConfirmStep>
        </>
      }
      rowsArePanels
      total={total}
      count={boundedPlural(total, "signalement")}
      {...effectsAddress.pages(query, list.pageCount)}
      pagesLabel="Pages des effets indésirables"
      empty={NONE}
    >
      {list.effects.map((effect) => (
        <EffectItem
          key={effect.id}
          effect={effect}
          today={today}
          refused={
            actionData?.kind === "invalid" && actionData.id === effect.id ? actionData : null
          }
        />
      ))}
    </ListPage>
  );
}

const NONE: EmptyList = {
  title: "Aucun signalement ici",
  text: "Un effet indésirable que quelqu’un signale arrive dans «\u00a0Nouveaux\u00a0».",
};

export const ErrorBoundary = listErrorBoundary(TITLE);
