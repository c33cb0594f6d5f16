import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#app/platform/config.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import { latin1Json } from "#app/platform/latin1-json.server.ts";
import { describeError, type Logger } from "#app/platform/log.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { mayBeOpen } from "#app/platform/shop-open.server.ts";
import type { FixedSettings, GroupName, Settings } from "#app/settings-values.ts";
import type { StoredPicture } from "#app/ui/picture.tsx";
import { fixedFields } from "./group-draft.ts";
import type { SettingsGroup } from "./settings-group.ts";
import { shopOf, type Shop } from "./shop.ts";
import { keepTerms, readTermsVersions, type Terms } from "./terms-versions.server.ts";

/** The first and the longest pause between retries of a reload; each pause is twice the one before. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** The settings in force. Environment variables take precedence over stored values, these over initial values. */
export type CurrentSettings = {
  /** The version of each group's row; 0 without a row. */
  versions: Record<GroupName, number>;
  groups: Settings;
  shop: Shop;
  /** `shop` as JSON, which the root loader sends with every page. */
  shopText: string;
  /** The stored pictures that the groups name, by path. */
  pictures: ReadonlyMap<string, StoredPicture>;
  /** Null before the first opening, while the terms are a draft, and in scripts, which never call `useTerms`. */
  terms: Terms | null;
  /** Whether the public may use the shop (app/opening). */
  isOpen: boolean;
};
type Values = Record<string, Record<string, unknown>>;
export type SettingsStore = ReturnType<typeof createSettings>;

/** The initial value of a group. A demo shop has its demo values, unless an environment variable sets the field `demoUnless`. */
export function initialSettings(group: SettingsGroup, config: Config): Record<string, unknown> {
  const { defaults, demoUnless } = group;
  const isOwn = demoUnless !== undefined && fixedFields(group, config)[demoUnless];
  return config.demo && !isOwn ? defaults.demo : defaults.real;
}

/**
 * Keeps the settings in memory, so that no page queries them. `load` must have run once before the first page; the hub calls
 * it for each notification of a change, before it forwards the notification.
 * @param allGroups those of `Settings`
 */
export function createSettings(
  { sql, db }: { sql: Sql; db: Database },
  config: Config & { fixed: FixedSettings },
  log: Logger,
  allGroups: readonly SettingsGroup[],
) {
  let current: CurrentSettings = {
    ...settingsOf(new Map(), valuesOf(new Map()), new Map()),
    isOpen: config.demo,
  };
  /** The last load. Loads run one after the other, so that a slow one does not overwrite a later one. */
  let loading = Promise.resolve();

  let termsText: ((settings: CurrentSettings) => string) | null = null;

  /** The value of each group, with the fields that environment variables set. */
  function valuesOf(rows: ReadonlyMap<string, { value: unknown }>): Values {
    const values: Values = {};
    for (const group of allGroups) {
      const { name, schema } = group;
      const initial = initialSettings(group, config);
      // A row written by another version of the shop may lack fields.
      const row = rows.get(name)?.value as object | undefined;
      const parsed = schema.safeParse({ ...initial, ...row });
      if (!parsed.success)
        log.error(
          { group: name, fields: parsed.error.issues.map(({ path }) => path[0]) },
          "unreadable settings",
        );
      values[name] = { ...(parsed.data ?? initial), ...fixedFields(group, config) };
    }
    return values;
  }

  function settingsOf(
    rows: ReadonlyMap<string, { version: number }>,
    values: Values,
    pictures: ReadonlyMap<string, StoredPicture>,
  ): Omit<CurrentSettings, "isOpen"> {
    const versions: Record<string, number> = {};
    const inForce: Values = {};
    for (const group of allGroups) {
      const { name } = group;
      const value = values[name]!;
      versions[name] = rows.get(name)?.version ?? 0;
      inForce[name] = group.inForce?.(value, pictures) ?? value;
    }
    const groups = inForce as Settings;
    const shop = shopOf(groups);
    return { versions, groups, shop, shopText: latin1Json(shop), pictures, terms: null };
  }

  /** `storesTerms`: keeps the terms as a new version when their text differs (`keepTerms`), once the shop has been open. */
  async function read({ storesTerms }: { storesTerms: boolean }): Promise<void> {
    const rows = await sql<{ name: string; version: number; value: unknown }[]>`
      SELECT name, version, value FROM settings`;
    const [state] = await sql<{ isOpen: boolean }[]>`SELECT is_open AS "isOpen" FROM shop_state`;
    const isOpen = config.demo || (state?.isOpen === true && mayBeOpen(config));
    const stored = new Map(rows.map((row) => [row.name, row]));
    const values = valuesOf(stored);
    const read = { ...settingsOf(stored, values, await readPictures(values)), isOpen };
    // Takes effect even if storing the terms below fails: closing the shop must not depend on it.
    current = { ...read, terms: current.terms };
    if (!termsText) return;
    // Before the first opening nobody has accepted the terms: they are a draft that each save may change.
    const isDraft = !config.demo && !state;
    const terms = isDraft
      ? null
      : storesTerms
        ? await keepTerms(db, termsText(read))
        : await readTermsVersions(db);
    current = { ...current, terms };
  }

  async function readPictures(values: Values): Promise<Map<string, StoredPicture>> {
    const paths = allGroups.flatMap(
      ({ name, pictures }) => pictures?.(values[name]!).map(({ path }) => path) ?? [],
    );
    if (paths.length === 0) return new Map();
    const pictures = await sql<StoredPicture[]>`
      SELECT path, width, height, has_renditions AS "hasRenditions" FROM pictures WHERE path = ANY (${paths})`;
    return new Map(pictures.map((picture) => [picture.path, picture]));
  }

  const enqueue = (how: { storesTerms: boolean }): Promise<void> =>
    (loading = loading.catch(() => undefined).then(() => read(how)));

  async function reloadUntilRead(): Promise<void> {
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(2 * pause, LONGEST_RETRY_MS)) {
      try {
        return await enqueue({ storesTerms: false });
      } catch (error) {
        // The pool is closed: the process is shutting down.
        if (/after calling end/.test(String(error))) return;
        log.error({ error: describeError(error) }, "settings could not be read again");
        await sleep(pause, undefined, { ref: false });
      }
    }
  }
  let running: Promise<void> | null = null;
  let pending: Promise<void> | null = null;

  function reload(): Promise<void> {
    if (running)
      return (pending ??= running.then(() => {
        pending = null;
        return reload();
      }));
    return (running = reloadUntilRead().finally(() => (running = null)));
  }

  return {
    current: (): CurrentSettings => current,
    /** Loads the settings. From now on each load renders the terms of sale and stores them as a new version if they differ. */
    useTerms(render: (settings: CurrentSettings) => string): Promise<void> {
      termsText = render;
      return this.load();
    },
    /** The text of the terms with the settings in memory. */
    renderTerms(): string {
      if (!termsText) throw new Error("the terms have no renderer: useTerms was not called");
      return termsText(current);
    },
    /** Reads the settings at the start and after a save of this node. @throws when the database does not answer */
    load: (): Promise<void> => enqueue({ storesTerms: true }),
    /**
     * Reads the settings after a notification, with retries until the database answers: otherwise this node could stay open after the
     * shop was closed. Calls during a reload share one further reload.
     */
    reload,
  };
}
