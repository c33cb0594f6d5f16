import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import type { Auth } from "#app/accounts/create-auth.server.ts";
import { unitPrice } from "#app/catalogue/products.server.ts";
import type { Storage } from "#app/media/storage.server.ts";
import { pagesSettings } from "#app/pages/pages-settings.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import type { SettingsStore } from "#app/settings/settings.server.ts";
import * as schema from "#db/schema/index.ts";
import { demoClock, type Clock } from "./clock.ts";
import { demoFacts } from "./demo-facts.ts";
import { addInvoices } from "./demo-invoices.ts";
import { demoMessages, demoOrders, type DemoProduct } from "./demo-orders.ts";
import { addStock } from "./demo-stock.ts";
import { addDispatch } from "./dispatch.ts";
import { DEMO, readTexts, type CommentText, type Person, type Product } from "./texts.ts";

const DEMO_LOCK = 4_021_965;
const MASTER_SIZE = 1000;

type Services = { db: Database; settings: SettingsStore; auth: Auth; storage: Storage };

/**
 * Fills an empty database with the demo shop: 48 products with pictures, two accounts with passwords, other customers,
 * comments, favourites, stock, orders with invoices, a parcel and a return, messages, and a text of « Qui Sommes Nous ».
 * Always the same data, except that dates are relative to now and ids are new. Does nothing if there is a product or a user.
 * Several processes may call it at once.
 */
export async function fillDemo({ db, auth, storage, settings }: Services): Promise<void> {
  if (!(await isEmpty(db))) return;
  const texts = await readTexts();
  const { password } = await auth.$context;
  const { administrator, customer, others } = texts.people;
  const hashes = await Promise.all(
    [administrator, customer].map((person) => password.hash(person.password)),
  );
  const folder = storageId(administrator);
  await writePictures(storage, folder, texts.catalogue);

  const clock = demoClock();
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK})`);
    if (!(await isEmpty(tx))) return;
    const userIds = await addPeople(tx, [administrator, customer, ...others], clock);
    const signIns = [administrator, customer].map((person, index) => {
      const userId = userIds.get(person.key)!;
      return {
        id: clock.id(clock.hoursAgo(0)),
        userId,
        accountId: userId,
        providerId: "credential",
        password: hashes[index],
      };
    });
    await tx.insert(schema.credentials).values(signIns);
    await tx
      .update(schema.profiles)
      .set({ isAdmin: true })
      .where(eq(schema.profiles.userId, userIds.get(administrator.key)!));

    const products = await addProducts(
      tx,
      texts.catalogue,
      { creatorId: userIds.get(administrator.key)!, folder },
      clock,
    );
    await addComments(tx, texts.comments, { userIds, products }, clock);
    const made = demoOrders(
      texts.orders,
      { people: [customer, ...others], userIds, products },
      clock,
    );
    await tx.insert(schema.orders).values(made.orders);
    await tx.insert(schema.orderLines).values(made.lines);
    await tx.execute(
      sql`UPDATE order_lines SET unit_price = ${unitPrice} FROM products WHERE products.id = product_id`,
    );
    await tx.insert(schema.payments).values(made.payments);
    await addInvoices(tx, settings.current().shop);
    await addStock(tx, products);
    await addDispatch(tx, texts.orders, made, {
      administratorId: userIds.get(administrator.key)!,
      clock,
    });
    await tx
      .insert(schema.messages)
      .values([...made.notices, ...demoMessages(texts.messages, clock)]);
    // The whole group, as a save of its form stores it.
    await tx
      .insert(schema.settings)
      .values({ name: "pages", value: { ...pagesSettings.defaults.demo, about: texts.about } });
    await tx.insert(schema.favourites).values(
      texts.favourites.map((slug, index) => ({
        customerId: userIds.get(customer.key)!,
        productId: products.get(slug)!.id,
        createdAt: clock.hoursAgo(60 + 40 * index),
      })),
    );
  });
}

/** Whether one of the two demo accounts with public passwords exists. */
export async function hasDemoAccounts(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`SELECT EXISTS (SELECT FROM users WHERE email IN ('admin@eclat.example', 'cliente@eclat.example')) AS found`,
  );
  return rows[0]?.found ?? false;
}

/** Whether the shop has neither products nor users. */
export async function isEmpty(db: Database | Transaction): Promise<boolean> {
  const { rows } = await db.execute<{ empty: boolean }>(
    sql`SELECT NOT EXISTS (SELECT FROM products) AND NOT EXISTS (SELECT FROM users) AS empty`,
  );
  return rows[0]?.empty ?? false;
}

/** The name of the person's folder in storage. Always the same, so a second attempt overwrites the files of the first. */
function storageId(person: { email: string }): string {
  return createHash("sha256").update(`eclat demo ${person.email}`).digest("hex").slice(0, 32);
}

const picturePath = (folder: string, slug: string, index: number) =>
  `images/${folder}/${slug}-${index + 1}.jpg`;

async function writePictures(
  storage: Storage,
  folder: string,
  catalogue: Product[],
): Promise<void> {
  for (const product of catalogue) {
    await Promise.all(
      product.images.map(async (image, index) =>
        storage.write(
          picturePath(folder, product.slug, index),
          await readFile(new URL(image, DEMO)),
        ),
      ),
    );
  }
}

/** Adds the users and completes their profiles, which a trigger inserts. Returns user ids by key. */
async function addPeople(
  tx: Transaction,
  people: Person[],
  clock: Clock,
): Promise<Map<string, string>> {
  const rows = people.map((person, index) => {
    const createdAt = clock.hoursAgo(24 * (400 - 12 * index));
    return { person, id: clock.id(createdAt), createdAt };
  });
  await tx.insert(schema.users).values(
    rows.map(({ person, id, createdAt }) => ({
      id,
      name: person.name,
      email: person.email,
      emailVerified: true,
      createdAt,
      updatedAt: createdAt,
    })),
  );
  for (const { person, id } of rows) {
    await tx
      .update(schema.profiles)
      .set({
        storageId: storageId(person),
        phone: person.phone,
        dateOfBirth: person.dateOfBirth ?? null,
      })
      .where(eq(schema.profiles.userId, id));
  }
  return new Map(rows.map(({ person, id }) => [person.key, id]));
}

/** Adds the products; the first of the catalogue is the newest. Returns them by slug, for orders and comments. */
async function addProducts(
  tx: Transaction,
  catalogue: Product[],
  { creatorId, folder }: { creatorId: string; folder: string },
  clock: Clock,
): Promise<Map<string, DemoProduct>> {
  const rows = catalogue.map((product, index) => {
    const createdAt = clock.hoursAgo(24 * 100 + 9 * index);
    return {
      slug: product.slug,
      row: {
        id: clock.id(createdAt),
        creatorId,
        name: product.name,
        priceCents: Number(product.price) * 100,
        composition: product.composition,
        description: product.description,
        category: product.category,
        sellingType: product.sellingType,
        specifications: product.specifications,
        ...demoFacts(product),
        createdAt,
      },
      paths: product.images.map((_, position) => picturePath(folder, product.slug, position)),
    };
  });
  await tx.insert(schema.products).values(rows.map(({ row }) => row));
  // The prices are as old as the products, so that a reduction may be announced at once.
  await tx.execute(
    sql`UPDATE product_prices SET since = created_at FROM products WHERE products.id = product_id`,
  );
  const pictures = rows.flatMap(({ row, paths }) =>
    paths.map((path, position) => ({
      path,
      position,
      productId: row.id,
      createdAt: row.createdAt,
    })),
  );
  await tx.insert(schema.pictures).values(
    pictures.map(({ path, createdAt }) => ({
      path,
      width: MASTER_SIZE,
      height: MASTER_SIZE,
      createdAt,
    })),
  );
  await tx
    .insert(schema.productPictures)
    .values(pictures.map(({ path, position, productId }) => ({ path, position, productId })));
  return new Map(
    rows.map(({ slug, row, paths }) => [
      slug,
      { id: row.id, name: row.name, priceCents: row.priceCents, image: paths[0]! },
    ]),
  );
}

async function addComments(
  tx: Transaction,
  comments: Record<string, CommentText[]>,
  { userIds, products }: { userIds: Map<string, string>; products: Map<string, DemoProduct> },
  clock: Clock,
): Promise<void> {
  const rows = Object.entries(comments).flatMap(([slug, list]) =>
    list.map(({ author, rate, text, daysAgo }) => {
      const createdAt = clock.hoursAgo(24 * daysAgo + clock.between(1, 14));
      return {
        id: clock.id(createdAt),
        productId: products.get(slug)!.id,
        authorId: userIds.get(author)!,
        rate,
        text,
        createdAt,
      };
    }),
  );
  await tx.insert(schema.comments).values(rows);
}
