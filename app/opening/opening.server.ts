import { sql } from "drizzle-orm";
import { type Admin, lockAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { isIncomplete } from "#app/catalogue/facts/incomplete.server.ts";
import { ACNE_CATEGORY } from "#app/catalogue/product-schema.ts";
import { countBanned } from "#app/catalogue/watch/watch.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { outdatedPostgres } from "#app/platform/postgres-version.server.ts";
import { lockOpening } from "#app/platform/shop-open.server.ts";
import type { Services } from "#app/request-context.ts";
import { publishTerms } from "#app/settings/terms-versions.server.ts";
import { shopState } from "#db/schema/index.ts";
import { missingOf, type Line } from "./checklist-line.ts";
import { linesOf } from "./checklist.ts";
import { readProofs } from "./proofs.server.ts";
import type { Facts } from "./shop-facts.ts";
import { mailServerOf } from "./trial-mail.server.ts";

type OpeningServices = Pick<Services, "db" | "sql" | "config" | "settings" | "paypal">;

/** While the list is only looked at, the provider's answer counts for so long. */
const CHECK_FOR_MS = 60_000;

/** The lines of /admin/ouverture, computed from what is there now. */
export async function readChecklist(services: OpeningServices): Promise<Line[]> {
  const doCredentialsAnswer = await services.paypal.checkCredentials(CHECK_FOR_MS);
  const bannedCount = await countBanned(services.db);
  return linesOf(await readFacts(services, services.db, { doCredentialsAnswer, bannedCount }));
}

/** Read before the transaction: one asks the provider, the other compares many texts. */
type Prepared = { doCredentialsAnswer: boolean; bannedCount: number };

async function readFacts(
  { sql: connection, config, settings, paypal }: Omit<OpeningServices, "db">,
  db: Queryable,
  { doCredentialsAnswer, bannedCount }: Prepared,
): Promise<Facts> {
  const { groups, versions } = settings.current();
  const [proofs, products, hasDemoAccounts] = [
    await readProofs(db),
    await countProducts(db, groups.legal.responsiblePerson !== ""),
    await findDemoAccounts(db),
  ];
  return {
    settings: groups,
    isNamed: versions.identity > 0 || config.fixed.identity?.name !== undefined,
    payments: config.paypal?.environment ?? "simulated",
    doCredentialsAnswer,
    hasWebhook: config.paypal === null || config.paypal.webhookId !== undefined,
    isWebhookProven: proofs.webhook?.detail === paypal.webhook,
    sendsMails: config.smtpUrl !== undefined,
    isMailProven: proofs.mail?.detail === mailServerOf(config),
    isPublic: config.isPublic,
    isHttps: config.baseUrl.startsWith("https:"),
    hasDemoAccounts,
    postgres: {
      outdated: await outdatedPostgres(connection, config),
      accepted: proofs.postgres?.detail ?? null,
    },
    products: { ...products, banned: bannedCount },
    backupAgeHours: proofs.backup?.ageHours ?? null,
  };
}

/** Products whose facts are incomplete are counted up to this number: a large catalogue isn't read whole. */
const MOST_COUNTED = 1_000;

type Counts = Omit<Facts["products"], "banned">;

async function countProducts(db: Queryable, hasResponsible: boolean): Promise<Counts> {
  const among = (condition: ReturnType<typeof sql>) => sql`
    (SELECT count(*)::int FROM (SELECT FROM products WHERE ${condition} LIMIT ${MOST_COUNTED}) AS few)`;
  const { rows } = await db.execute<Counts>(sql`SELECT
    ${among(sql`true`)} AS count,
    ${among(sql`NOT EXISTS (SELECT FROM product_pictures WHERE product_id = products.id)`)} AS "withoutPicture",
    ${among(sql`description = ''`)} AS "withoutText",
    ${among(sql`composition = '' AND product_type IS NULL`)} AS "withoutList",
    ${among(isIncomplete(hasResponsible))} AS incomplete,
    ${among(sql`category = ${ACNE_CATEGORY}`)} AS "inAcneCategory"`);
  return rows[0]!;
}

async function findDemoAccounts(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM users WHERE email IN ('admin@eclat.example', 'cliente@eclat.example') LIMIT 1`,
  );
  return rows.length > 0;
}

export type OpenOutcome =
  | { kind: "opened" }
  /** Obligatory lines are missing: nothing was written. */
  | { kind: "incomplete"; missing: Line[] };

/**
 * Opens the shop to the public; its terms of sale become a version. The obligatory lines are read again in the transaction, the settings
 * locked; the provider is asked before it. A shop that is open stays as it is.
 */
export async function openShop(services: OpeningServices, admin: Admin): Promise<OpenOutcome> {
  const { db, settings, paypal } = services;
  const prepared = {
    doCredentialsAnswer: await paypal.checkCredentials(0),
    bannedCount: await countBanned(db),
  };
  for (;;) {
    // Before the transaction: it holds a connection, and a load takes another one.
    await settings.load();
    const { isOpen, versions } = settings.current();
    if (isOpen) return { kind: "opened" };
    const terms = settings.renderTerms();
    const outcome = await db.transaction(async (tx): Promise<OpenOutcome | null> => {
      await lockOpening(tx);
      await lockAdmin(tx, admin);
      if (!(await lockSettings(tx, versions))) return null;
      const missing = missingOf(linesOf(await readFacts(services, tx, prepared)));
      if (missing.length > 0) return { kind: "incomplete", missing };
      await setOpen(tx, admin, true);
      await publishTerms(tx, terms, null);
      return { kind: "opened" };
    });
    // The other nodes load the state by its notification; this one's response must show it.
    if (outcome?.kind === "opened") await settings.load();
    if (outcome) return outcome;
  }
}

/** Locks the settings until the commit: nobody changes them. False when they have other versions than those in memory. */
async function lockSettings(
  tx: Transaction,
  versions: Readonly<Record<string, number>>,
): Promise<boolean> {
  const { rows } = await tx.execute<{ name: string; version: number }>(
    sql`SELECT name, version FROM settings ORDER BY name FOR SHARE`,
  );
  return rows.every(({ name, version }) => versions[name] === version);
}

/** Closes the shop to the public, once the orders and sign-ups under way have ended. */
export async function closeShop(
  { db, settings }: Pick<Services, "db" | "settings">,
  admin: Admin,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOpening(tx);
    await lockAdmin(tx, admin);
    await setOpen(tx, admin, false);
  });
  await settings.load();
}

async function setOpen(tx: Transaction, admin: Admin, isOpen: boolean): Promise<void> {
  const set = { isOpen, changedAt: sql`now()` };
  const setWhere = sql`${shopState.isOpen} <> ${isOpen}`;
  const changed = isOpen
    ? await tx
        .insert(shopState)
        .values({ isOpen })
        .onConflictDoUpdate({ target: shopState.id, set, setWhere })
        .returning()
    : // A row stands for a shop that has been open: closing one that never was writes none.
      await tx.update(shopState).set(set).where(setWhere).returning();
  // No change: the shop was open (or closed) already, by a double click or another administrator.
  if (changed.length === 0) return;
  const subject = { type: "settings" as const, id: "opening", name: "Ouverture" };
  await recordActs(tx, admin, [{ act: isOpen ? "shop-opened" : "shop-closed", subject }]);
}
