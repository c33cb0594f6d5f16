import { createHmac } from "node:crypto";
import type { Config } from "./config.server.ts";
import type { Logger } from "./log.server.ts";
import { networkOf, networksOf } from "./networks.server.ts";
import type { Sql } from "./postgres.server.ts";

/**
 * The key of a limit: the client's network (`networkOf`), the account, both together, one order of the account, or the mailbox of an
 * e-mail address (`mailboxOf`).
 */
type By = "address" | "account" | "both" | "order" | "mailbox";
type Rule = { by: By; most: number; seconds: number };
export type Act = keyof typeof RULES;
export type Who = { address?: string; account?: string; order?: string; mailbox?: string };
type AccountAndAddress = Required<Pick<Who, "address" | "account">>;
export type Limits = ReturnType<typeof createLimits>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;

/** Mails an hour to an unconfirmed mailbox, over all templates. Further mails wait for a later hour, at most a day. */
const MAILS_AN_HOUR = 5;
const MOST_HOURS_OF_WAITING = 24;
/** An act is refused if its mail would wait longer, in seconds. */
const LONGEST_DELAY = 3 * HOUR;

/** The rate limits of each act: at most `most` tries in `seconds` (docs/threats.md, 12). */
const RULES = {
  "sign-in": [
    { by: "both", most: 10, seconds: 15 * MINUTE },
    { by: "address", most: 100, seconds: 15 * MINUTE },
  ],
  /**
   * Sign-ins from networks that are not known to the account (`remember`). Counted apart, so that an attacker cannot
   * lock the account's owner out of known networks.
   */
  "sign-in-elsewhere": [{ by: "account", most: 30, seconds: HOUR }],
  /** Also by mailbox: each new account gets mails, and plus tags make many addresses of one mailbox. */
  "sign-up": [
    { by: "address", most: 20, seconds: HOUR },
    { by: "mailbox", most: 5, seconds: HOUR },
  ],
  "password-link": [{ by: "address", most: 10, seconds: 15 * MINUTE }],
  /** Password links to accounts with an unconfirmed address: a stranger may have created the account, and ask for links. */
  "unconfirmed-password-link": [
    { by: "account", most: 3, seconds: HOUR },
    { by: "mailbox", most: 5, seconds: HOUR },
  ],
  /**
   * Security notices that are mailed at once although the account's address is unconfirmed. Strangers may have created other accounts of
   * the same mailbox, so these don't share the limit.
   */
  "security-notice": [{ by: "account", most: 3, seconds: WEEK }],
  "mailbox-notices": [{ by: "mailbox", most: 20, seconds: HOUR }],
  "new-password": [{ by: "address", most: 20, seconds: 15 * MINUTE }],
  "trial-mail": [{ by: "account", most: 10, seconds: HOUR }],
  contact: [{ by: "address", most: 20, seconds: HOUR }],
  "contact-receipt": [{ by: "address", most: 5, seconds: HOUR }],
  /** Reports of reviews; their receipts also by the mailbox of the typed address. */
  report: [{ by: "address", most: 20, seconds: HOUR }],
  "report-receipt": [
    { by: "address", most: 5, seconds: HOUR },
    { by: "mailbox", most: 5, seconds: HOUR },
  ],
  /** Reports of undesirable effects, like those of reviews. */
  effect: [{ by: "address", most: 20, seconds: HOUR }],
  "effect-receipt": [
    { by: "address", most: 5, seconds: HOUR },
    { by: "mailbox", most: 5, seconds: HOUR },
  ],
  /** Statements of withdrawal, by network or account. Not by mailbox: strangers could use up its owner's limit. */
  withdrawal: [{ by: "address", most: 20, seconds: HOUR }],
  "own-withdrawal": [
    { by: "account", most: 20, seconds: HOUR },
    { by: "address", most: 60, seconds: HOUR },
  ],
  /** « Me prévenir du retour »; its confirmation mails are counted by the recipient's mailbox, over all products. */
  waiter: [{ by: "address", most: 20, seconds: HOUR }],
  "waiter-link": [{ by: "mailbox", most: 3, seconds: 24 * HOUR }],
  /** Reduction codes that a cart asks about: against guessing. */
  "reduction-code": [{ by: "address", most: 60, seconds: 15 * MINUTE }],
  /** Searches for relay points: the provider limits the shop's. */
  "relay-search": [{ by: "address", most: 60, seconds: 15 * MINUTE }],
  comment: [{ by: "account", most: 20, seconds: HOUR }],
  /** Confirmation mails, counted by the recipient's mailbox: several accounts may request one for it. */
  "address-link": [{ by: "mailbox", most: 3, seconds: HOUR }],
  order: [
    { by: "account", most: 30, seconds: HOUR },
    { by: "address", most: 120, seconds: HOUR },
  ],
  /** Orders under an address that nobody has confirmed. */
  "unconfirmed-order": [{ by: "mailbox", most: 10, seconds: HOUR }],
  /**
   * Pieces of counted products that unpaid orders of new buyers hold (checkout/held-pieces.server.ts). Online orders: for as long as they
   * can hold stock. Cash orders also by mailbox, with a limit apart for proved addresses, so that strangers can't use it up.
   */
  "online-pieces": [
    { by: "address", most: 90, seconds: 4 * HOUR },
    { by: "mailbox", most: 30, seconds: 4 * HOUR },
  ],
  "cash-pieces": [{ by: "address", most: 90, seconds: WEEK }],
  "unconfirmed-cash-pieces": [{ by: "mailbox", most: 30, seconds: WEEK }],
  "confirmed-cash-pieces": [{ by: "mailbox", most: 30, seconds: WEEK }],
  /** Calls to the payment provider for a customer: create, capture, read. */
  payment: [
    { by: "order", most: 30, seconds: 15 * MINUTE },
    { by: "account", most: 120, seconds: 15 * MINUTE },
  ],
  /**
   * Webhook events that are verified at the provider, counted by the order of the payment. The provider repeats an event at
   * most 25 times in 3 days.
   */
  webhook: [{ by: "order", most: 30, seconds: 15 * MINUTE }],
  /** Each request renders the invoice as PDF: 60 ms of CPU, ten times that with many alphabets. */
  invoice: [{ by: "account", most: 120, seconds: 15 * MINUTE }],
  "guest-invoice": [{ by: "address", most: 120, seconds: 15 * MINUTE }],
  "personal-data": [{ by: "account", most: 5, seconds: HOUR }],
  /** Password checks before a change of address or password. */
  "own-password": [{ by: "account", most: 10, seconds: HOUR }],
  "account-deletion": [{ by: "account", most: 10, seconds: HOUR }],
  /** Name and photo changes: each invalidates cached pages with the author's comments. */
  profile: [{ by: "account", most: 10, seconds: HOUR }],
  upload: [{ by: "account", most: 600, seconds: HOUR }],
} satisfies Record<string, Rule[]>;

/**
 * Rate limits, counted in PostgreSQL for all nodes together. The table and the log contain only keyed hashes (HMAC) of
 * addresses and accounts. RATE_LIMIT_FACTOR multiplies all limits.
 */
export function createLimits(
  sql: Sql,
  { sessionSecret, rateLimitFactor }: Pick<Config, "sessionSecret" | "rateLimitFactor">,
  log?: Pick<Logger, "info">,
) {
  const keyOf = (name: string, by: By, { address, account, order, mailbox }: Who) =>
    createHmac("sha256", sessionSecret)
      .update(
        JSON.stringify([
          name,
          by,
          (by === "address" || by === "both") && networkOf(address ?? ""),
          by !== "address" && by !== "mailbox" && account,
          ...(by === "order" ? [order] : []),
          ...(by === "mailbox" ? [mailboxOf(mailbox!)] : []),
        ]),
      )
      .digest("base64url")
      .slice(0, 32);

  const mostMails = Math.ceil(MAILS_AN_HOUR * rateLimitFactor);
  const mailKey = (mailbox: string) => keyOf("mail", "mailbox", { mailbox });

  /**
   * Counts one try of `act`, or `pieces` (negative: undoes a count). Returns whether all limits of `act` still hold; a refused try is
   * counted too.
   */
  async function allow(act: Act, who: Who, pieces = 1): Promise<boolean> {
    const address = who.address ?? "";
    const rules = (RULES[act] as Rule[]).flatMap((rule) => {
      const networks =
        rule.by === "address" ? networksOf(address) : [{ network: address, times: 1 }];
      return networks.map(({ network, times }) => ({
        ...rule,
        most: rule.most * times,
        key: keyOf(act, rule.by, { ...who, address: network }),
      }));
    });
    const counted = await sql<{ key: string; count: number }[]>`
      INSERT INTO limits AS known (key, count, ends_at)
      SELECT key, greatest(0, ${pieces}::int), now() + make_interval(secs => seconds)
      FROM unnest(${rules.map(({ key }) => key)}::text[], ${rules.map(({ seconds }) => seconds)}::int[])
        AS tried (key, seconds)
      ORDER BY key
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN known.ends_at <= now() THEN excluded.count ELSE greatest(0, known.count + ${pieces}::int) END,
        ends_at = CASE WHEN known.ends_at <= now() THEN excluded.ends_at ELSE known.ends_at END
      RETURNING key, count`;
    const counts = new Map(counted.map(({ key, count }) => [key, count]));
    return rules
      .map(({ key, by, most }) => {
        const beyond = counts.get(key)! - Math.ceil(most * rateLimitFactor);
        // The log has one line per exceeded limit and period.
        if (beyond > 0 && beyond <= pieces) log?.info({ act, by, key }, "limit reached");
        return beyond <= 0;
      })
      .every(Boolean);
  }

  /** The seconds until the mailbox's limit allows a mail; 0 or less: now. */
  async function mailWait(mailbox: string): Promise<number> {
    const [turn] = await sql<{ seconds: number }[]>`
      SELECT (extract(epoch FROM ends_at - clock_timestamp())
        - CASE WHEN count < ${mostMails}::int THEN ${HOUR} ELSE 0 END)::float8 AS seconds
      FROM limits WHERE key = ${mailKey(mailbox)}`;
    return turn?.seconds ?? 0;
  }

  return {
    /**
     * Reserves the mailbox's next slot for a mail: in this hour, or in the first later hour with a free slot.
     * @returns the seconds until then, 0 for now; null, without a reservation, if it would be more than a day away
     */
    async takeMailTurn(mailbox: string): Promise<number | null> {
      // One row: `ends_at` is the end of the last hour that has turns, `count` how many of them are taken. clock_timestamp(), because
      // now() may be earlier than that of a concurrent mail which this statement has waited for.
      const [turn] = await sql<{ seconds: number }[]>`
        INSERT INTO limits AS known (key, count, ends_at) VALUES (${mailKey(mailbox)}, 1, now() + interval '1 hour')
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN known.ends_at <= now() OR known.count >= ${mostMails}::int THEN 1 ELSE known.count + 1 END,
          ends_at = CASE WHEN known.ends_at <= now() THEN excluded.ends_at
            WHEN known.count >= ${mostMails}::int THEN known.ends_at + interval '1 hour' ELSE known.ends_at END
        WHERE known.count < ${mostMails}::int OR known.ends_at < now() + make_interval(hours => ${MOST_HOURS_OF_WAITING})
        RETURNING greatest(0, extract(epoch FROM ends_at - interval '1 hour' - clock_timestamp()))::float8 AS seconds`;
      return turn?.seconds ?? null;
    },
    /** Whether the limit would delay a mail to an unconfirmed mailbox. */
    mailWaits: async (mailbox: string): Promise<boolean> => (await mailWait(mailbox)) > 0,
    /**
     * Counts a try of an act that mails an unconfirmed mailbox. @returns false past the limit of the act, or if its mail would wait longer
     * than LONGEST_DELAY
     */
    allowMail: async (act: Act, mailbox: string): Promise<boolean> =>
      (await mailWait(mailbox)) <= LONGEST_DELAY && (await allow(act, { mailbox })),
    allow,
    /** Marks the network of this address as known to the account for `seconds`. */
    async remember(who: AccountAndAddress, seconds: number): Promise<void> {
      await sql`
        INSERT INTO limits (key, count, ends_at)
        VALUES (${keyOf("home", "both", who)}, 0, now() + make_interval(secs => ${seconds}))
        ON CONFLICT (key) DO UPDATE SET ends_at = excluded.ends_at`;
    },
    /** Whether `remember` has marked this network as known to the account, and the mark has not expired. */
    async isKnownNetwork(who: AccountAndAddress): Promise<boolean> {
      const [home] = await sql`
        SELECT FROM limits WHERE key = ${keyOf("home", "both", who)} AND ends_at > now()`;
      return home !== undefined;
    },
    /** Deletes expired counters. */
    sweep: () => sql`
      DELETE FROM limits WHERE key IN (SELECT key FROM limits WHERE ends_at <= now() FOR UPDATE SKIP LOCKED)`,
  };
}

/**
 * The mailbox that mails to an address arrive in, as a rate limit key: most providers deliver « A+x@b.fr » to « a@b.fr ». Gmail also
 * ignores dots and has two domains.
 */
export function mailboxOf(email: string): string {
  const untagged = email.toLowerCase().replace(/\+.*(?=@)/, "");
  const [, name] = /^(.*)@(?:gmail|googlemail)\.com$/.exec(untagged) ?? [];
  return name === undefined ? untagged : `${name.replaceAll(".", "")}@gmail.com`;
}
