import { data, type RouterContextProvider } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { conflictAnswer } from "#app/audit/latest-acts.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import type { GroupName } from "#app/settings-values.ts";
import {
  mergeFields,
  parseDraftJson,
  postedOf,
  readPosted,
  textFields,
  type FormOutcome,
  type Loaded,
  type Posted,
} from "#app/ui/areas/form-version.ts";
import { draftOf, fixedFields, namesOf } from "./group-draft.ts";
import { readableOf } from "./readable.ts";
import { saveSettings } from "./save-settings.server.ts";
import type { Draft, SettingsGroup } from "./settings-group.ts";

/** A group's form as it was loaded. `fixed`: by field, the environment variable that sets it. */
export type FormStart = Loaded<Draft> & { fixed: Record<string, string> };

/** What a group's page gets: its form, its title, and the names of its fields with their choices. */
export type SettingsScreen = FormStart & {
  title: string;
  names: Record<string, string>;
  choices: Record<string, Readonly<Record<string, string>>>;
};

export type SettingsAnswer = { draft: Draft; posted: Posted } & (
  | FormOutcome<FormStart>
  | { kind: "saved"; start: FormStart }
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
  const posted = readPosted(form);
  const answer = (rest: object, status: number) =>
    data({ draft, posted, ...rest } as SettingsAnswer, status);
  try {
    const { version } = posted;
    const outcome = await saveSettings(services, admin, { group, version, draft });
    if (outcome.kind === "invalid") return answer(outcome, 400);
    if (outcome.kind === "conflict") await services.settings.load();
    const start = startOf(services, group);
    if (outcome.kind === "saved")
      return answer({ ...outcome, draft: start.draft, posted: postedOf(start), start }, 200);
    const base = parseDraftJson(posted.base, draftOf(group, {}));
    const products = (await group.productNames?.(services.db, [start.draft, draft])) ?? {};
    const merged = mergeFields(
      textFields(namesOf(group)),
      { base, theirs: start.draft, mine: draft },
      (field, one) => {
        const reading = { ...(base && { earlier: base[field]! }), products };
        return readableOf(group.fields[field]!, one[field]!, reading);
      },
    );
    const subject = { type: "settings" as const, id: group.name };
    return answer(await conflictAnswer(services.db, subject, start, merged), 409);
  } catch (error) {
    services.log.error({ error: describeError(error), group: group.name }, "settings");
    return answer({ kind: "failed" }, 503);
  }
}

function readDraft(form: FormData, group: SettingsGroup): Draft {
  return Object.fromEntries(
    Object.keys(namesOf(group)).map((field) => {
      const value = form.getAll(field).at(-1);
      return [field, typeof value === "string" ? value : ""];
    }),
  );
}
