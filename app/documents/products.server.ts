import { inArray, sql } from "drizzle-orm";
import { ulid } from "ulid";
import type { z } from "zod";
import { comments, favourites, productPictures, products } from "#db/schema/index.ts";
import type { favouriteDocument, productDocument } from "./document-schema.ts";
import {
  addPictures,
  keep,
  knownUsers,
  note,
  refuse,
  saveKept,
  slices,
  type Entry,
  type Importing,
} from "./import-entry.server.ts";
import type { StoredPicture } from "./picture-source.server.ts";

type ProductEntry = Entry<z.output<typeof productDocument>>;

/** Adds the products that are not there yet with all that hangs on them; returns how many. */
export async function writeProducts(
  importing: Importing,
  entries: ProductEntry[],
): Promise<number> {
  const { tx } = importing;
  const people = await knownUsers(
    tx,
    entries.flatMap(({ document: { uid, favori, comments } }) => [
      uid,
      ...favori,
      ...comments.map((comment) => comment.uid),
    ]),
  );
  const inserted = await tx
    .insert(products)
    .values(entries.map(({ document }) => productRow(document, people)))
    .onConflictDoNothing({ target: products.id })
    .returning({ id: products.id });
  const made = new Set(inserted.map(({ id }) => id));
  const fresh = entries.filter(({ id }) => made.has(id));
  for (const entry of fresh) {
    const { uid } = entry.document;
    if (uid !== "" && !people.has(uid))
      await keep(importing, entry, "uid", `compte inconnu : ${uid}`);
    if (entry.raw["name"] !== entry.document.name)
      await keep(importing, entry, "name", "en minuscules dans la boutique");
  }
  await writePictures(importing, fresh);
  await writeComments(importing, fresh, people);
  await writeFavori(importing, fresh, people);
  await saveKept(tx, "products", fresh);
  return fresh.length;
}

function productRow(
  document: ProductEntry["document"],
  people: ReadonlySet<string>,
): typeof products.$inferInsert {
  return {
    id: document.id,
    creatorId: people.has(document.uid) ? document.uid : null,
    name: document.name,
    priceCents: document.price,
    composition: document.composition,
    description: document.description,
    category: document.category,
    sellingType: document.sellingTypes,
    specifications: document.spcifications.map(({ name, value }) => ({ name, value })),
    version: document.eclat?.version ?? 1,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  };
}

async function writePictures(importing: Importing, entries: ProductEntry[]): Promise<void> {
  const { tx, pictures } = importing;
  const found: (StoredPicture & { entry: ProductEntry; position: number })[] = [];
  for (const entry of entries) {
    const seen = new Set<string>();
    for (const address of entry.document.galleries) {
      const picture = await pictures.take(address, "images", entry.id);
      if (!picture)
        await keep(importing, entry, "galleries", `image introuvable ou illisible : ${address}`);
      else if (seen.has(picture.path))
        await keep(importing, entry, "galleries", `image en double : ${address}`);
      else found.push({ ...picture, entry, position: seen.size });
      if (picture) seen.add(picture.path);
    }
  }
  if (found.length === 0) return;
  await addPictures(
    importing,
    found.map(({ path, width, height }) => ({ path, width, height })),
  );
  const placed = await tx
    .insert(productPictures)
    .values(found.map(({ entry, position, path }) => ({ productId: entry.id, position, path })))
    .onConflictDoNothing()
    .returning({ path: productPictures.path, productId: productPictures.productId });
  const places = new Set(placed.map(({ path, productId }) => `${productId} ${path}`));
  for (const { entry, path } of found)
    if (!places.has(`${entry.id} ${path}`))
      await keep(importing, entry, "galleries", `${path} est déjà l’image d’un autre produit`);
}

async function writeComments(
  importing: Importing,
  entries: ProductEntry[],
  people: ReadonlySet<string>,
): Promise<void> {
  const rows: (typeof comments.$inferInsert)[] = [];
  const authors: { id: string; kept: Record<string, unknown> }[] = [];
  for (const entry of entries) {
    const { comments: list, eclat, rating } = entry.document;
    const ids = eclat?.comments?.length === list.length ? eclat.comments : [];
    for (const [index, comment] of list.entries()) {
      const { rate, text, uid, profil, name, createdAt } = comment;
      const id = ids[index] ?? ulid(createdAt.getTime());
      const authorId = people.has(uid) ? uid : null;
      const changedAt = eclat?.changed?.[id] ?? null;
      rows.push({ id, productId: entry.id, authorId, rate, text, createdAt, changedAt });
      if (authorId === null && (uid || name || profil)) {
        authors.push({ id, kept: { uid, name, profil } });
        if (uid !== "")
          await note(importing, entry, "comments", `commentaire d’un compte inconnu : ${uid}`);
      }
    }
    // One decimal (specification §9), computed again by the database.
    const average = list.reduce((sum, { rate }) => sum + rate, 0) / (list.length || 1);
    if (typeof rating === "number" && Math.abs(average - rating) > 0.051)
      await keep(
        importing,
        entry,
        "rating",
        `la moyenne des commentaires est ${average.toFixed(1)}`,
      );
  }
  if (rows.length === 0) return;
  const made = new Set<string>();
  for (const slice of slices(rows)) {
    const inserted = await importing.tx
      .insert(comments)
      .values(slice)
      .onConflictDoNothing()
      .returning({ id: comments.id });
    for (const { id } of inserted) made.add(id);
  }
  for (const { id, productId } of rows)
    if (!made.has(id))
      await keep(
        importing,
        entries.find((entry) => entry.id === productId)!,
        "comments",
        `l’identifiant ${id} est celui d’un autre commentaire`,
      );
  await saveKept(importing.tx, "comments", authors);
}

/** The hearts that the product lists; favorites.jsonl, which comes after, may know since when. */
async function writeFavori(
  importing: Importing,
  entries: ProductEntry[],
  people: ReadonlySet<string>,
): Promise<void> {
  const rows = [];
  for (const entry of entries) {
    for (const customerId of new Set(entry.document.favori)) {
      if (people.has(customerId)) rows.push({ customerId, productId: entry.id });
      else await keep(importing, entry, "favori", `compte inconnu : ${customerId}`);
    }
  }
  for (const slice of slices(rows))
    await importing.tx.insert(favourites).values(slice).onConflictDoNothing();
}

type FavouriteEntry = Entry<z.output<typeof favouriteDocument>>;

/** Adds the favourites that are not there yet; returns how many documents were taken. */
export async function writeFavourites(
  importing: Importing,
  entries: FavouriteEntry[],
): Promise<number> {
  const { tx } = importing;
  const people = await knownUsers(
    tx,
    entries.map(({ document }) => document.uid),
  );
  const sold = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...new Set(entries.map(({ document }) => document.id))]));
  const productIds = new Set(sold.map(({ id }) => id));
  for (const entry of entries) {
    const { id, uid } = entry.document;
    if (!productIds.has(id)) await refuse(importing, entry, "id", `produit inconnu : ${id}`);
    else if (!people.has(uid)) await refuse(importing, entry, "uid", `compte inconnu : ${uid}`);
  }
  const accepted = entries.filter(({ isRefused }) => !isRefused);
  if (accepted.length === 0) return 0;
  await tx
    .insert(favourites)
    .values(
      accepted.map(({ document: { id, uid, eclat } }) => ({
        productId: id,
        customerId: uid,
        createdAt: eclat?.createdAt,
      })),
    )
    .onConflictDoUpdate({
      target: [favourites.customerId, favourites.productId],
      set: { createdAt: sql`excluded.created_at` },
      // Those of this very transaction, from the products' lists; an older heart keeps its date.
      setWhere: sql`${favourites.createdAt} = now()`,
    });
  await saveKept(tx, "favorites", accepted);
  return accepted.length;
}
