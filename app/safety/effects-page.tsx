import { data } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { listErrorBoundary } from "#app/pages/error-screen.tsx";
import { readForm } from "#app/platform/form.server.ts";
import { noindexMeta } from "#app/platform/page-meta.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { ListPage, type EmptyList } from "#app/ui/areas/list-page.tsx";
import { FilterLinks } from "#app/ui/areas/list-toolbar.tsx";
import { boundedPlural } from "#app/ui/areas/plural.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/effects-page.ts";
import { EffectItem } from "./effect-item.tsx";
import { EFFECT_STATES, effectsHref, parseEffectQuery } from "./effect-query.ts";
import { effectAct } from "./effect-schema.ts";
import { decideEffect, listEffects, type EffectOutcome } from "./effects.server.ts";

const TITLE = "Effets indésirables";
const STATE_LABELS = { nouveaux: "Nouveaux", declares: "Déclarés", clos: "Clos" } as const;

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const query = parseEffectQuery(new URL(request.url).searchParams);
  const list = await listEffects(context.get(requestContext).services.db, query);
  return { query: { ...query, page: list.page }, list, today: parisDay(new Date()) };
}

const OUTCOMES: Record<EffectOutcome, { status: number; text: string }> = {
  declared: { status: 200, text: "La déclaration est notée." },
  closed: { status: 200, text: "Le signalement est clos." },
  already: { status: 409, text: "C’était déjà fait." },
  future: { status: 400, text: "Cette date n’est pas encore passée." },
  "not-found": { status: 404, text: "Ce signalement n’existe plus." },
};

/** POST: notes the declaration to the authority, or closes a report. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const form = effectAct.safeParse(Object.fromEntries(await readForm(request)));
  if (!form.success)
    return data({ tone: "error" as const, text: "Indiquez le jour de la déclaration." }, 400);
  const outcome = await decideEffect(context.get(requestContext).services, admin, form.data);
  const { status, text } = OUTCOMES[outcome];
  return data({ tone: status === 200 ? ("ok" as const) : ("error" as const), text }, status);
}

export default function EffectsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("effect");
  const { query, list, today } = loaderData;
  const total = list.counts[query.state];
  return (
    <ListPage
      title={TITLE}
      intro="Données de santé. Un effet grave se déclare à l’Anses sous 20 jours, sur signalement.social-sante.gouv.fr."
      above={
        <>
          <FilterLinks
            label="État"
            links={EFFECT_STATES.map((state) => ({
              label: STATE_LABELS[state],
              to: effectsHref({ state, page: 1 }),
              isCurrent: state === query.state,
              count: list.counts[state],
            }))}
          />
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
      page={query.page}
      pageCount={list.pageCount}
      href={(page) => effectsHref({ ...query, page })}
      pagesLabel="Pages des effets indésirables"
      empty={NONE}
    >
      {list.effects.map((effect) => (
        <EffectItem key={effect.id} effect={effect} today={today} />
      ))}
    </ListPage>
  );
}

const NONE: EmptyList = {
  title: "Aucun signalement ici",
  text: "Un effet indésirable que quelqu’un signale arrive dans «\u00a0Nouveaux\u00a0».",
};

export const ErrorBoundary = listErrorBoundary(TITLE);
