import { data, type RouterContextProvider } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { readForm } from "#app/platform/form.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import type { GroupName } from "#app/settings.ts";
import type { Clash, Conflict } from "#app/ui/areas/conflict-panel.tsx";
import { draftOf, fixedFields, mergeDrafts, namesOf } from "./groups.ts";
import { readableOf } from "./readable.ts";
import { lastSave, saveSettings } from "./save-settings.server.ts";
import type { Draft, SettingsGroup } from "./settings-group.ts";

/** A group's form as it was loaded. `fixed`: the variable of each field that the server's configuration sets. */
export type FormStart = { version: number; draft: Draft; fixed: Record<string, string> };

/** What a group's page gets: its form, its title, and the names of its fields with their choices. */
export type SettingsScreen = FormStart & {
  title: string;
  names: Record<string, string>;
  choices: Record<string, Readonly<Record<string, string>>>;
};

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
  group: SettingsGroup,
): Promise<SettingsScreen> {
  await requireAdmin(context);
  const choices = Object.entries(group.fields).flatMap(([name, field]) =>
    field.choices ? [[name, field.choices] as const] : [],
  );
  return {
    ...startOf(context.get(requestContext).services, group),
    title: group.title,
    names: namesOf(group),
    choices: Object.fromEntries(choices),
  };
}

function startOf({ config, settings }: Services, group: SettingsGroup): FormStart {
  const { groups, versions, shop } = settings.current();
  const values: Record<string, Record<string, unknown>> = groups;
  const value = values[group.name]!;
  const fixed = Object.keys(fixedFields(group, config)).map((name) => [
    name,
    group.fields[name]!.variable!,
  ]);
  return {
    version: versions[group.name as GroupName],
    draft: draftOf(group, group.onForm?.(value, shop.name) ?? value),
    fixed: Object.fromEntries(fixed),
  };
}

/** Saves a group's form, for administrators. */
export async function postSettings(
  request: Request,
  context: Readonly<RouterContextProvider>,
  group: SettingsGroup,
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
    const products = (await group.productNames?.(services.db, [start.draft, draft])) ?? {};
    const shown = clashes.map((clash) => {
      const reading = { ...(base && { earlier: base[clash.field] ?? "" }), products };
      const read = (text: string) => readableOf(group.fields[clash.field]!, text, reading);
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
    services.log.error({ error: describeError(error), group: group.name }, "settings");
    return answer({ kind: "failed" }, 503);
  }
}

const postedOf = ({ version, draft }: FormStart) => ({ version, base: JSON.stringify(draft) });

function readDraft(form: FormData, group: SettingsGroup): Draft {
  return Object.fromEntries(
    Object.keys(namesOf(group)).map((field) => {
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
