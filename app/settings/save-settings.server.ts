import { eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { storedPictures } from "#app/media/pictures.server.ts";
import { claimPictures } from "#app/media/uploads.server.ts";
import { outcomeOf, RolledBack } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { settings as table, type AuditedChange } from "#db/schema/index.ts";
import { draftOf, fixedFields, namesOf } from "./group-draft.ts";
import { readableOf } from "./readable.ts";
import type { Draft, FieldErrors, SettingsGroup } from "./settings-group.ts";
import { initialSettings } from "./settings.server.ts";

export type SaveOutcome =
  | { kind: "saved" }
  | { kind: "invalid"; errors: FieldErrors }
  /** Another administrator has saved the group since the form was loaded. Nothing was written. */
  | { kind: "conflict" };

const NO_PICTURE = "Cette image n’existe plus\u00a0: envoyez-la de nouveau.";

/**
 * Saves a group of settings. `version`: the row's version when the form was loaded, 0 without a row. Fields that environment
 * variables set keep their stored value. Claims uploaded pictures that the value names. Pictures that no value names any more are
 * removed later by the sweep (media/sweep.server.ts), because open pages may still show them.
 */
export async function saveSettings(
  { db, config, settings }: Pick<Services, "db" | "config" | "settings">,
  admin: Admin,
  { group, version, draft }: { group: SettingsGroup; version: number; draft: Draft },
): Promise<SaveOutcome> {
  const outcome = await asAdmin(db, admin, async (tx): Promise<SaveOutcome> => {
    const { name, schema } = group;
    const [row] = await tx.select().from(table).where(eq(table.name, name)).for("update");
    const isOutdated = (row?.version ?? 0) !== version;
    const before: Record<string, unknown> = {
      ...initialSettings(group, config),
      ...(row?.value as object | undefined),
    };
    const fixed = fixedFields(group, config);
    const parsed = schema.safeParse({ ...draft, ...pick(before, Object.keys(fixed)) });
    // Parsed, because jsonb reorders keys, which would be compared as a change.
    const former = schema.safeParse(before).data ?? before;
    if (!parsed.success)
      return isOutdated
        ? { kind: "conflict" }
        : { kind: "invalid", errors: firstErrors(group, parsed.error.issues) };
    const [formerTexts, texts] = [draftOf(group, former), draftOf(group, parsed.data)];
    const products = (await group.productNames?.(tx, [formerTexts, texts])) ?? {};
    const changes = changesBetween(group, formerTexts, texts, products);
    // Nothing to write; also the retry of a form whose response was lost.
    if (changes.length === 0) return { kind: "saved" };
    if (isOutdated) return { kind: "conflict" };
    // A refusal after this throws, which rolls back the claims: the uploads stay available to the next attempt.
    const claimed = (await group.claim?.(tx, admin, parsed.data, former)) ?? {
      value: parsed.data,
    };
    if ("errors" in claimed) throw new RolledBack({ kind: "invalid", ...claimed });
    const { value } = claimed;
    const named = group.pictures?.(value) ?? [];
    const paths = [...new Set(named.map(({ path }) => path))];
    const errors = {
      ...(group.faults && group.faults(value, await storedPictures(tx, paths))),
      ...(await group.check?.({ tx, value, before: former, fixed, isDemo: config.demo })),
    };
    const missing = await claimPictures(tx, admin, paths);
    for (const { field, path } of named) if (missing.has(path)) errors[field] = NO_PICTURE;
    if (Object.keys(errors).length > 0)
      throw new RolledBack({ kind: "invalid", errors: namedErrors(group, errors) });
    // Of two concurrent first saves, the primary key makes the later one a conflict.
    const written = row
      ? await tx
          .update(table)
          .set({ value, version: version + 1, updatedAt: sql`now()` })
          .where(eq(table.name, name))
          .returning({ version: table.version })
      : await tx
          .insert(table)
          .values({ name, value })
          .onConflictDoNothing()
          .returning({ version: table.version });
    if (written.length === 0) throw new RolledBack({ kind: "conflict" });
    const subject = { type: "settings" as const, id: name, name: group.title };
    await recordActs(tx, admin, [{ act: "settings-updated", subject, changes }]);
    return { kind: "saved" };
  }).catch(outcomeOf<SaveOutcome>);
  // Other nodes reload on the notification. This node's response must already show the new settings.
  if (outcome.kind === "saved") await settings.load();
  return outcome;
}

const pick = (value: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, value[field]]));

function firstErrors(
  group: SettingsGroup,
  issues: readonly { path: PropertyKey[]; message: string }[],
): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const isItem = group.fields[String(path[0])]?.list !== undefined;
    errors[isItem ? path.join(".") : String(path[0] ?? "form")] ??= message;
  }
  return namedErrors(group, errors);
}

/** Prefixes the error of a list item with the item and its field: « Diapositive 2, titre : … ». */
function namedErrors({ fields }: SettingsGroup, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => {
      const [field, index, part = ""] = name.split(".");
      const list = fields[field!]?.list;
      if (!list || index === undefined) return [name, message];
      const place = [`${list.item} ${Number(index) + 1}`, list.parts[part]].filter(Boolean);
      return [
        name,
        `${place.join(", ")}\u00a0: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
      ];
    }),
  );
}

function changesBetween(
  group: SettingsGroup,
  former: Draft,
  latter: Draft,
  products: Record<string, string>,
): AuditedChange[] {
  return Object.entries(namesOf(group)).flatMap(([field, name]) => {
    const [earlier, later] = [former[field]!, latter[field]!];
    if (earlier === later) return [];
    const before = readableOf(group.fields[field]!, earlier, { later, products });
    const after = readableOf(group.fields[field]!, later, { earlier, products });
    return [{ field: name, before: before || null, after: after || null }];
  });
}
