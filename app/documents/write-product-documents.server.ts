import { eq, inArray, sql } from "drizzle-orm";
import { ulid } from "ulid";
import type { z } from "zod";
import {
  comments,
  families,
  familyMembers,
  favourites,
  productPictures,
  products,
} from "#db/schema/index.ts";
import {
  addPictures,
  keepField,
  knownUsers,
  note,
  refuse,
  saveExtra,
  chunks,
  type Entry,
  type Importing,
} from "./import-entry.server.ts";
import type { StoredPicture } from "./picture-source.server.ts";
import type { favouriteDocument, productDocument } from "./product-document-schema.ts";

type ProductEntry = Entry<z.output<typeof productDocument>>;

/** Inserts new products with their pictures, comments and favourites; returns how many. */
export async function writeProducts(
  importing: Importing,
  entries: ProductEntry[],
): Promise<number> {
  const { tx } = importing;
  const userIds = await knownUsers(
    tx,
    entries.flatMap(({ document: { uid, favori, comments, eclat } }) => [
      uid,
      ...favori,
      ...[...comments, ...(eclat?.hidden ?? [])].map((comment) => comment.uid),
    ]),
  );
  const inserted = await tx
    .insert(products)
    .values(entries.map(({ document }) => productRow(document, userIds)))
    .onConflictDoNothing({ target: products.id })
    .returning({ id: products.id });
  const insertedIds = new Set(inserted.map(({ id }) => id));
  const added = entries.filter(({ id }) => insertedIds.has(id));
  for (const entry of added) {
    const { uid } = entry.document;
    if (uid !== "" && !userIds.has(uid))
      await keepField(importing, entry, "uid", `compte inconnu : ${uid}`);
    if (entry.raw["name"] !== entry.document.name)
      await keepField(importing, entry, "name", "en minuscules dans la boutique");
  }
  await writePictures(importing, added);
  await writeComments(importing, added, userIds);
  await writeFavori(importing, added, userIds);
  await writeFamilies(importing, added);
  await saveExtra(tx, "products", added);
  return added.length;
}

/** Puts new products into their families. A family that the shop has already keeps its name and kind. */
async function writeFamilies(importing: Importing, entries: ProductEntry[]): Promise<void> {
  const { tx } = importing;
  for (const entry of entries) {
    const family = entry.document.eclat?.family;
    if (!family) continue;
    const { id, name, kind, version, ...member } = family;
    await tx.insert(families).values({ id, name, kind, version }).onConflictDoNothing();
    const [known] = await tx.select({ id: families.id }).from(families).where(eq(families.id, id));
    if (known)
      await tx.insert(familyMembers).values({ ...member, familyId: id, productId: entry.id });
    else await note(importing, entry, "eclat", `une autre famille porte déjà le nom : ${name}`);
  }
}

function productRow(
  document: ProductEntry["document"],
  userIds: ReadonlySet<string>,
): typeof products.$inferInsert {
  return {
    id: document.id,
    creatorId: userIds.has(document.uid) ? document.uid : null,
    name: document.name,
    priceCents: document.price,
    composition: document.composition,
    description: document.description,
    category: document.category,
    sellingType: document.sellingTypes,
    specifications: document.spcifications.map(({ name, value }) => ({ name, value })),
    ...factsOf(document.eclat?.facts),
    version: document.eclat?.version ?? 1,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  };
}

function factsOf({
  netQuantity,
  ...facts
}: NonNullable<ProductEntry["document"]["eclat"]>["facts"] = {}) {
  return { ...facts, netQuantity: netQuantity?.value, netUnit: netQuantity?.unit };
}

async function writePictures(importing: Importing, entries: ProductEntry[]): Promise<void> {
  const { tx, pictures } = importing;
  const stored: (StoredPicture & { entry: ProductEntry; position: number })[] = [];
  for (const entry of entries) {
    const seen = new Set<string>();
    for (const address of entry.document.galleries) {
      const picture = await pictures.store(address, "images", entry.id);
      if (!picture)
        await keepField(
          importing,
          entry,
          "galleries",
          `image introuvable ou illisible : ${address}`,
        );
      else if (seen.has(picture.path))
        await keepField(importing, entry, "galleries", `image en double : ${address}`);
      else stored.push({ ...picture, entry, position: seen.size });
      if (picture) seen.add(picture.path);
    }
  }
  if (stored.length === 0) return;
  await addPictures(
    importing,
    stored.map(({ path, width, height }) => ({ path, width, height })),
  );
  const inserted = await tx
    .insert(productPictures)
    .values(stored.map(({ entry, position, path }) => ({ productId: entry.id, position, path })))
    .onConflictDoNothing()
    .returning({ path: productPictures.path, productId: productPictures.productId });
  const insertedKeys = new Set(inserted.map(({ path, productId }) => `${productId} ${path}`));
  for (const { entry, path } of stored)
    if (!insertedKeys.has(`${entry.id} ${path}`))
      await keepField(importing, entry, "galleries", `${path} est déjà l’image d’un autre produit`);
}

async function writeComments(
  importing: Importing,
  entries: ProductEntry[],
  userIds: ReadonlySet<string>,
): Promise<void> {
  const rows: (typeof comments.$inferInsert)[] = [];
  const authors: { id: string; extra: Record<string, unknown> }[] = [];
  for (const entry of entries) {
    const { comments: list, eclat, rating } = entry.document;
    const ids = eclat?.comments?.length === list.length ? eclat.comments : [];
    const published = list.map((comment, index) => {
      const id = ids[index] ?? ulid(comment.createdAt.getTime());
      return { ...comment, id, changedAt: eclat?.changed?.[id], ...eclat?.reviews?.[id] };
    });
    for (const { uid, profil, name, ...comment } of [
      ...published,
      ...(eclat?.hidden ?? []).map(({ reason, ...hidden }) => ({
        ...hidden,
        hiddenReason: reason,
      })),
    ]) {
      const { id } = comment;
      const authorId = userIds.has(uid) ? uid : null;
      rows.push({ ...comment, productId: entry.id, authorId });
      if (authorId === null && (uid || name || profil)) {
        authors.push({ id, extra: { uid, name, profil } });
        if (uid !== "")
          await note(importing, entry, "comments", `commentaire d’un compte inconnu : ${uid}`);
      }
    }
    // A trigger computes the rating itself, with one decimal (specification §9); 0.051 allows for rounding.
    const average = list.reduce((sum, { rate }) => sum + rate, 0) / (list.length || 1);
    if (typeof rating === "number" && Math.abs(average - rating) > 0.051)
      await keepField(
        importing,
        entry,
        "rating",
        `la moyenne des commentaires est ${average.toFixed(1)}`,
      );
  }
  if (rows.length === 0) return;
  const insertedIds = new Set<string>();
  for (const chunk of chunks(rows)) {
    const inserted = await importing.tx
      .insert(comments)
      .values(chunk)
      .onConflictDoNothing()
      .returning({ id: comments.id });
    for (const { id } of inserted) insertedIds.add(id);
  }
  for (const { id, productId } of rows)
    if (!insertedIds.has(id))
      await keepField(
        importing,
        entries.find((entry) => entry.id === productId)!,
        "comments",
        `l’identifiant ${id} est celui d’un autre commentaire`,
      );
  await saveExtra(importing.tx, "comments", authors);
}

/** Inserts the favourites of the products' `favori` lists. favorites.jsonl, imported afterwards, may contain their dates. */
async function writeFavori(
  importing: Importing,
  entries: ProductEntry[],
  userIds: ReadonlySet<string>,
): Promise<void> {
  const rows = [];
  for (const entry of entries) {
    for (const customerId of new Set(entry.document.favori)) {
      if (userIds.has(customerId)) rows.push({ customerId, productId: entry.id });
      else await keepField(importing, entry, "favori", `compte inconnu : ${customerId}`);
    }
  }
  for (const chunk of chunks(rows))
    await importing.tx.insert(favourites).values(chunk).onConflictDoNothing();
}

type FavouriteEntry = Entry<z.output<typeof favouriteDocument>>;

/** Inserts favourites, or sets the date of those that this import inserted; returns the number of accepted documents. */
export async function writeFavourites(
  importing: Importing,
  entries: FavouriteEntry[],
): Promise<number> {
  const { tx } = importing;
  const userIds = await knownUsers(
    tx,
    entries.map(({ document }) => document.uid),
  );
  const existing = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...new Set(entries.map(({ document }) => document.id))]));
  const productIds = new Set(existing.map(({ id }) => id));
  for (const entry of entries) {
    const { id, uid } = entry.document;
    if (!productIds.has(id)) await refuse(importing, entry, "id", `produit inconnu : ${id}`);
    else if (!userIds.has(uid)) await refuse(importing, entry, "uid", `compte inconnu : ${uid}`);
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
      // now() is the transaction's start, the date of the rows that `writeFavori` inserted. Only these get the document's date.
      setWhere: sql`${favourites.createdAt} = now()`,
    });
  await saveExtra(tx, "favorites", accepted);
  return accepted.length;
}
