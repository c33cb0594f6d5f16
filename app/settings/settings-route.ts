import { data, type RouterContextProvider } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { readForm } from "#app/platform/form.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import type { Clash, Conflict } from "#app/ui/areas/conflict-panel.tsx";
import {
  draftOf,
  fixedFields,
  GROUPS,
  mergeDrafts,
  VARIABLES,
  type Draft,
  type GroupName,
} from "./groups.ts";
import { altFor, type Home } from "./home-schema.ts";
import { readableOf } from "./readable.ts";
import { lastSave, saveSettings, type SettingsRules } from "./save-settings.server.ts";

/** A group's form as it was loaded. `fixed`: the variable of each field that the server's configuration sets. */
export type FormStart = { version: number; draft: Draft; fixed: Record<string, string> };

/** What a group's page gets: its form, its title, and the names of its fields. */
export type SettingsScreen = FormStart & { title: string; names: Record<string, string> };

/** The result of a form. `base`: the texts that the form started with, as JSON. */
export type SettingsAnswer = { draft: Draft; version: number; base: string } & (
  | { kind: "saved"; start: FormStart }
  | { kind: "invalid"; errors: Record<string, string> }
  | { kind: "failed" }
  | { kind: "conflict"; start: FormStart; conflict: Conflict & { shown: Clash[] } }
);

/** Loads a group's form, for administrators. */
export async function loadSettings(
  context: Readonly<RouterContextProvider>,
  group: GroupName,
): Promise<SettingsScreen> {
  await requireAdmin(context);
  const { title, fields: names } = GROUPS[group];
  return { ...startOf(context.get(requestContext).services, group), title, names };
}

function startOf({ config, settings }: Services, group: GroupName): FormStart {
  const { groups, versions } = settings.current();
  const value = group === "home" ? withAlts(groups.home, groups.identity.name) : groups[group];
  const fixed = Object.fromEntries(
    Object.keys(fixedFields(config, group)).map((field) => [
      field,
      VARIABLES[`${group}.${field}`]!,
    ]),
  );
  return { version: versions[group], draft: draftOf(group, value), fixed };
}

/** The descriptions of the slides as the home page has them. */
const withAlts = (home: Home, shopName: string): Home => ({
  ...home,
  slides: home.slides.map((slide) => ({ ...slide, alt: altFor(slide.alt, shopName) })),
});

/** Saves a group's form, for administrators. */
export async function postSettings<Group extends GroupName>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  group: Group,
  rules: SettingsRules<Group> = {},
) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  const draft = readDraft(form, group);
  const posted = { draft, version: Number(form.get("version")), base: String(form.get("base")) };
  const answer = (rest: object, status: number) =>
    data({ ...posted, ...rest } as SettingsAnswer, status);
  if (!/^\d{1,9}$/.test(String(form.get("version"))))
    return answer({ kind: "invalid", errors: {} }, 400);
  try {
    const outcome = await saveSettings(services, admin, {
      group,
      version: posted.version,
      draft,
      rules,
    });
    if (outcome.kind === "invalid") return answer(outcome, 400);
    if (outcome.kind === "saved") {
      const start = startOf(services, group);
      return answer({ ...outcome, start, draft: start.draft, ...postedOf(start) }, 200);
    }
    await services.settings.load();
    const start = startOf(services, group);
    const base = parseBase(posted.base);
    const { merged, clashes } = mergeDrafts(base, start.draft, draft);
    const products = (await rules.productNames?.(services.db, [start.draft, draft])) ?? {};
    const shown = clashes.map((clash) => {
      const reading = { ...(base && { earlier: base[clash.field] ?? "" }), products };
      const read = (text: string) => readableOf(group, clash.field, text, reading);
      return { field: clash.field, theirs: read(clash.theirs), mine: read(clash.mine) };
    });
    const last = await lastSave(services.db, group);
    return answer(
      {
        kind: "conflict",
        draft: merged,
        ...postedOf(start),
        start,
        conflict: {
          clashes,
          shown,
          by: last?.actorName ?? "Quelqu’un d’autre",
          at: last?.createdAt ?? null,
        },
      },
      409,
    );
  } catch (error) {
    if (error instanceof Response) throw error;
    services.log.error({ error: describeError(error), group }, "settings");
    return answer({ kind: "failed" }, 503);
  }
}

const postedOf = ({ version, draft }: FormStart) => ({ version, base: JSON.stringify(draft) });

function readDraft(form: FormData, group: GroupName): Draft {
  return Object.fromEntries(
    Object.keys(GROUPS[group].fields).map((field) => {
      const value = form.getAll(field).at(-1);
      return [field, typeof value === "string" ? value : ""];
    }),
  );
}

function parseBase(text: string): Draft | null {
  try {
    const base: unknown = JSON.parse(text);
    const isDraft =
      typeof base === "object" &&
      base !== null &&
      Object.values(base).every((value) => typeof value === "string");
    return isDraft ? (base as Draft) : null;
  } catch {
    return null;
  }
}
