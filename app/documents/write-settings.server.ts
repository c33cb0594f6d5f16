import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { SETTINGS_GROUPS } from "#app/all-settings/all-groups.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { SettingsGroup } from "#app/settings/settings-group.ts";
import { settings, termsVersions } from "#db/schema/index.ts";
import type { settingsDocument, termsDocument } from "./document-schema.ts";
import { addPictures, refuse, type Entry, type Importing } from "./import-entry.server.ts";
import type { StoredPicture } from "./picture-source.server.ts";

/** Inserts groups of settings; returns how many. A group that the shop has saved stays unchanged. */
export async function writeSettings(
  importing: Importing,
  entries: Entry<z.output<typeof settingsDocument>>[],
): Promise<number> {
  let added = 0;
  for (const entry of entries) {
    const { id, version, value, updatedAt } = entry.document;
    const group: SettingsGroup | undefined = SETTINGS_GROUPS.find(({ name }) => name === id);
    if (!group) {
      await refuse(importing, entry, "id", "n’est pas un groupe de réglages de la boutique");
      continue;
    }
    const parsed = group.schema.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      await refuse(importing, entry, `value.${issue!.path.join(".")}`, issue!.message);
      continue;
    }
    const [fault] = Object.entries(group.faults?.(parsed.data, new Map()) ?? {});
    if (fault) {
      await refuse(importing, entry, `value.${fault[0]}`, fault[1]);
      continue;
    }
    await storePictures(importing, group, parsed.data);
    const inserted = await importing.tx
      .insert(settings)
      .values({ name: group.name, version, value: parsed.data, updatedAt })
      .onConflictDoNothing()
      .returning({ name: settings.name });
    added += inserted.length;
  }
  return added;
}

/** Stores the pictures that a group names, if the import has their files. */
async function storePictures(
  importing: Importing,
  group: SettingsGroup,
  value: Record<string, unknown>,
): Promise<void> {
  const paths = new Set(group.pictures?.(value).map(({ path }) => path));
  const stored: StoredPicture[] = [];
  for (const path of paths) {
    const picture = await importing.pictures.store(`files/${path}`, "images", group.name);
    if (picture) stored.push(picture);
  }
  await addPictures(importing, stored);
}

/** Inserts versions of the terms of sale that the shop doesn't have, ordered before its own; returns how many. */
export async function writeTerms(
  importing: Importing,
  entries: Entry<z.output<typeof termsDocument>>[],
): Promise<number> {
  let added = 0;
  for (const [index, entry] of entries.entries()) {
    const { id: hash, effectiveOn, text, isDraft } = entry.document;
    if (createHash("sha256").update(text).digest("hex") !== hash) {
      await refuse(importing, entry, "text", "n’est pas le texte de cet identifiant");
      continue;
    }
    const isKnown = sql`EXISTS (SELECT FROM terms_versions WHERE hash = ${hash})`;
    const { rowCount } = await importing.tx.execute(sql`
      INSERT INTO ${termsVersions} (id, effective_on, hash, text, is_draft, created_at)
      SELECT ${newId()}, ${effectiveOn}::date, ${hash}, ${text}, ${isDraft}, least(${effectiveOn}::date, now() - interval '1 day') + ${index} * interval '1 second'
      WHERE NOT ${isKnown}`);
    added += rowCount ?? 0;
  }
  return added;
}
