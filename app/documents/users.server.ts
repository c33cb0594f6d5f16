import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { formerAddresses, profiles, users } from "#db/schema/index.ts";
import { dayIn } from "./days.ts";
import type { authDocument, userDocument } from "./document-schema.ts";
import {
  addPictures,
  keep,
  knownUsers,
  note,
  refuse,
  saveKept,
  type Entry,
  type Importing,
} from "./import-entry.server.ts";

/** Makes the users, without a password; returns how many are new. */
export async function writeAuth(
  importing: Importing,
  entries: Entry<z.output<typeof authDocument>>[],
): Promise<number> {
  const made = await addUsers(
    importing,
    entries.map((entry) => {
      const { displayName: name, email, eclat: { kept: _, ...own } = {} } = entry.document;
      return { entry, user: { name, email, ...own } };
    }),
  );
  for (const entry of made)
    if (entry.raw["email"] !== entry.document.email)
      await keep(importing, entry, "email", "en minuscules dans la boutique");
  await saveKept(importing.tx, "auth", made);
  return made.length;
}

/** Completes the profiles of this import's users; a profile without a user makes one, from its address. */
export async function writeUsers(
  importing: Importing,
  entries: Entry<z.output<typeof userDocument>>[],
): Promise<number> {
  const { tx, newUsers, pictures } = importing;
  const known = await knownUsers(
    tx,
    entries.map(({ id }) => id),
  );
  const alone = await addUsers(
    importing,
    entries
      .filter(({ id }) => !known.has(id))
      .map((entry) => {
        const { name, email } = entry.document;
        return { entry, user: { name, email: email.trim().toLowerCase() } };
      }),
  );
  for (const entry of alone)
    await note(
      importing,
      entry,
      "email",
      "absent de auth.jsonl : se connectera avec cette adresse",
    );

  const fresh = entries.filter(({ id, isRefused }) => newUsers.has(id) && !isRefused);
  if (fresh.length === 0) return 0;
  const rows = [];
  for (const entry of fresh) {
    const { name, phone, email, photo, isAdmin, dateDeNaissance, eclat } = entry.document;
    const dateOfBirth = dayIn(dateDeNaissance);
    if (email !== email.trim().toLowerCase())
      await keep(importing, entry, "email", "en minuscules dans la boutique");
    if (dateOfBirth === undefined)
      await keep(importing, entry, "dateDeNaissance", "n’est pas une date");
    const picture = photo === "" ? null : await pictures.take(photo, "profil", entry.id);
    if (photo !== "" && !picture)
      await keep(importing, entry, "photo", `image introuvable ou illisible : ${photo}`);
    await addPictures(importing, [picture]);
    newUsers.get(entry.id)!.hasProfile = true;
    // This shop's own come with the trail of who made them so.
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
  // The database made a profile with each user: it gets what the document says.
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
  await saveKept(tx, "users", fresh);
  return rows.length;
}

type NewUser = Omit<typeof users.$inferInsert, "id">;

/** Adds the users whose address is free; returns the entries of those that are new. */
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
  // An address that an account has just left is kept for it.
  const kept = await tx
    .select({ id: formerAddresses.userId, email: formerAddresses.email })
    .from(formerAddresses)
    .where(
      inArray(
        formerAddresses.email,
        list.map(({ user }) => user.email),
      ),
    );
  const owners = new Map([...kept, ...rows].map(({ id, email }) => [email, id]));
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
  const made = new Set(inserted.map(({ id }) => id));
  for (const { id, email } of accepted)
    if (made.has(id)) newUsers.set(id, { email, hasProfile: false });
  return list.flatMap(({ entry }) => (made.has(entry.id) ? entry : []));
}
