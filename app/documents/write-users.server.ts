import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { formerAddresses, profiles, users } from "#db/schema/index.ts";
import { parseDay } from "./days.ts";
import type { authDocument, userDocument } from "./document-schema.ts";
import {
  addPictures,
  keepField,
  knownUsers,
  note,
  refuse,
  saveExtra,
  type Entry,
  type Importing,
} from "./import-entry.server.ts";

/** Inserts new users, without a password; returns how many. */
export async function writeAuth(
  importing: Importing,
  entries: Entry<z.output<typeof authDocument>>[],
): Promise<number> {
  const added = await addUsers(
    importing,
    entries.map((entry) => {
      const { displayName: name, email, eclat: { kept: _, ...own } = {} } = entry.document;
      return { entry, user: { name, email, ...own } };
    }),
  );
  for (const entry of added)
    if (entry.raw["email"] !== entry.document.email)
      await keepField(importing, entry, "email", "en minuscules dans la boutique");
  await saveExtra(importing.tx, "auth", added);
  return added.length;
}

/**
 * Fills in the profiles of the users that this import created; returns how many. A profile without an auth document creates
 * its user. Profiles of users who existed before stay unchanged.
 */
export async function writeUsers(
  importing: Importing,
  entries: Entry<z.output<typeof userDocument>>[],
): Promise<number> {
  const { tx, newUsers, pictures } = importing;
  const known = await knownUsers(
    tx,
    entries.map(({ id }) => id),
  );
  const withoutAuth = await addUsers(
    importing,
    entries
      .filter(({ id }) => !known.has(id))
      .map((entry) => {
        const { name, email } = entry.document;
        return { entry, user: { name, email: email.trim().toLowerCase() } };
      }),
  );
  for (const entry of withoutAuth)
    await note(
      importing,
      entry,
      "email",
      "absent de auth.jsonl : se connectera avec cette adresse",
    );

  const imported = entries.filter(({ id, isRefused }) => newUsers.has(id) && !isRefused);
  if (imported.length === 0) return 0;
  const rows = [];
  for (const entry of imported) {
    const { name, phone, email, photo, isAdmin, dateDeNaissance, eclat } = entry.document;
    const dateOfBirth = parseDay(dateDeNaissance);
    if (email !== email.trim().toLowerCase())
      await keepField(importing, entry, "email", "en minuscules dans la boutique");
    if (dateOfBirth === undefined)
      await keepField(importing, entry, "dateDeNaissance", "n’est pas une date");
    const picture = photo === "" ? null : await pictures.store(photo, "profil", entry.id);
    if (photo !== "" && !picture)
      await keepField(importing, entry, "photo", `image introuvable ou illisible : ${photo}`);
    await addPictures(importing, [picture]);
    newUsers.get(entry.id)!.hasProfile = true;
    // For this shop's own exports (`eclat`), history.jsonl already contains the event.
    if (isAdmin && !eclat) importing.newAdministrators.push({ id: entry.id, name });
    rows.push({
      userId: entry.id,
      storageId: eclat?.storageId ?? sql<string>`replace(gen_random_uuid()::text, '-', '')`,
      name,
      dateOfBirth: dateOfBirth ?? null,
      phone,
      email: email.trim().toLowerCase(),
      photo: picture?.path ?? null,
      isAdmin,
    });
  }
  // A trigger has created an empty profile with each user, hence the upsert.
  await tx
    .insert(profiles)
    .values(rows)
    .onConflictDoUpdate({
      target: profiles.userId,
      set: {
        storageId: sql`excluded.storage_id`,
        name: sql`excluded.name`,
        dateOfBirth: sql`excluded.date_of_birth`,
        phone: sql`excluded.phone`,
        email: sql`excluded.email`,
        photo: sql`excluded.photo`,
        isAdmin: sql`excluded.is_admin`,
      },
    });
  await saveExtra(tx, "users", imported);
  return rows.length;
}

type NewUser = Omit<typeof users.$inferInsert, "id">;

/** Inserts users, and refuses those whose address is invalid or another account's; returns the entries of the new users. */
async function addUsers<T>(
  importing: Importing,
  list: { entry: Entry<T>; user: NewUser }[],
): Promise<Entry<T>[]> {
  if (list.length === 0) return [];
  const { tx, newUsers } = importing;
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      inArray(
        users.email,
        list.map(({ user }) => user.email),
      ),
    );
  // A former address stays reserved for its account for some time (table former_addresses).
  const reserved = await tx
    .select({ id: formerAddresses.userId, email: formerAddresses.email })
    .from(formerAddresses)
    .where(
      inArray(
        formerAddresses.email,
        list.map(({ user }) => user.email),
      ),
    );
  const owners = new Map([...reserved, ...rows].map(({ id, email }) => [email, id]));
  const accepted = [];
  for (const { entry, user } of list) {
    const owner = owners.get(user.email) ?? entry.id;
    if (!z.email().safeParse(user.email).success)
      await refuse(importing, entry, "email", "n’est pas une adresse e-mail");
    else if (owner !== entry.id)
      await refuse(importing, entry, "email", `est déjà l’adresse du compte ${owner}`);
    else accepted.push({ ...user, id: entry.id });
    owners.set(user.email, owner);
  }
  if (accepted.length === 0) return [];
  const inserted = await tx
    .insert(users)
    .values(accepted)
    .onConflictDoNothing({ target: users.id })
    .returning({ id: users.id });
  const insertedIds = new Set(inserted.map(({ id }) => id));
  for (const { id, email } of accepted)
    if (insertedIds.has(id)) newUsers.set(id, { email, hasProfile: false });
  return list.flatMap(({ entry }) => (insertedIds.has(entry.id) ? entry : []));
}
