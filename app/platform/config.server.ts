import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { emailAddress } from "#app/ui/email-schema.ts";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const blank = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blank, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, fallback: z.input<T>) =>
  z.preprocess((value) => blank(value) ?? fallback, schema);

/** One sender, not a list: « Ma Boutique <bonjour@ma-boutique.fr> », or the address alone. */
const MAIL_SENDER = /^([^<>\p{Cc}]{0,200}<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u;

const environment = z.object({
  PORT: withDefault(z.coerce.number().int().min(0).max(65535), 3000),
  HOST: withDefault(z.string(), "127.0.0.1"),
  BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  DATA_DIR: withDefault(z.string(), "./data"),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//)),
  DEMO: optional(flag),
  SESSION_SECRET: optional(z.string().min(32)),
  PAYPAL_CLIENT_ID: optional(z.string()),
  PAYPAL_CLIENT_SECRET: optional(z.string()),
  PAYPAL_WEBHOOK_ID: optional(z.string()),
  PAYPAL_ENVIRONMENT: withDefault(z.enum(["sandbox", "live"]), "sandbox"),
  SENDCLOUD_PUBLIC_KEY: optional(z.string()),
  SENDCLOUD_SECRET_KEY: optional(z.string()),
  SENDCLOUD_URL: optional(z.url({ protocol: /^https?$/ })),
  RELAY_SIMULATOR: optional(flag),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//)),
  MAIL_FROM: optional(z.string().regex(MAIL_SENDER)),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
  S3_REGION: withDefault(z.string(), "us-east-1"),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  SHOP_NAME: optional(z.string().trim().max(40)),
  SHOP_PHONE: optional(z.string()),
  SHOP_EMAIL: optional(emailAddress("invalid")),
  SHOP_SOCIAL_LINKS: optional(
    z
      .string()
      .transform((value) => value.split(/[\s,]+/).filter(Boolean))
      .pipe(z.array(z.url({ protocol: /^https$/, hostname: z.regexes.domain }))),
  ),
  SHOP_LEGAL_NAME: optional(z.string().trim().max(200)),
  SHOP_ADDRESS: optional(z.string().trim().max(300)),
  SHOP_SIREN: optional(z.string().regex(/^\d{3} ?\d{3} ?\d{3}$/)),
  SHOP_VAT_NUMBER: optional(z.string().regex(/^[A-Z]{2}[0-9A-Z ]{2,18}$/)),
  SHOP_VAT_EXEMPT: optional(flag),
  SHOP_REGISTRATION: optional(z.string().trim().max(300)),
  SHOP_HOSTING: optional(z.string().trim().max(500)),
  SHOP_MEDIATOR: optional(z.string().trim().max(500)),
  METRICS_TOKEN: optional(z.string().min(16)),
  LOG_LEVEL: withDefault(z.enum(["debug", "info", "warn", "error", "silent"]), "info"),
  TRUST_PROXY: withDefault(z.coerce.number().int().min(0).max(9), 0),
  DRAIN_SECONDS: withDefault(z.coerce.number().min(0).max(60), 0),
  RATE_LIMIT_FACTOR: withDefault(z.coerce.number().positive(), 1),
  LIVE_STREAMS_PER_ADDRESS: withDefault(z.coerce.number().int().min(1), 200),
});

const EXAMPLES: Record<string, string> = {
  PORT: "3000",
  BASE_URL: "https://www.ma-boutique.fr",
  DATABASE_URL: "postgres://eclat:motdepasse@localhost:5432/eclat",
  DEMO: "1",
  SESSION_SECRET: "64 hexadecimal digits, from: openssl rand -hex 32",
  PAYPAL_ENVIRONMENT: "sandbox",
  SENDCLOUD_URL: "https://sendcloud-proxy.exemple.fr",
  RELAY_SIMULATOR: "1",
  SMTP_URL: "smtps://utilisateur:motdepasse@smtp.exemple.fr:465",
  MAIL_FROM: "Ma Boutique <bonjour@ma-boutique.fr>",
  S3_ENDPOINT: "https://s3.fr-par.scw.cloud",
  S3_BUCKET: "ma-boutique",
  S3_REGION: "fr-par",
  S3_ACCESS_KEY_ID: "the key's name",
  S3_SECRET_ACCESS_KEY: "the key's secret",
  SHOP_NAME: "Ma Boutique",
  SHOP_PHONE: "04 12 34 56 78",
  SHOP_EMAIL: "bonjour@ma-boutique.fr",
  SHOP_SOCIAL_LINKS: "https://www.instagram.com/ma_boutique",
  SHOP_LEGAL_NAME: "Ma Boutique SARL",
  SHOP_ADDRESS: "14 rue des Lilas, 69003 Lyon",
  SHOP_SIREN: "123 456 782",
  SHOP_VAT_NUMBER: "FR11 123456782",
  SHOP_VAT_EXEMPT: "1",
  SHOP_REGISTRATION: "SARL au capital de 5 000 €, RCS Lyon 123 456 782",
  SHOP_HOSTING: "Hébergeur SA, 2 rue du Port, 59100 Roubaix, 09 00 00 00 00",
  SHOP_MEDIATOR: "Médiation Conso, 3 rue de la Paix, 75002 Paris, https://mediation.exemple.fr",
  METRICS_TOKEN: "32 hexadecimal digits, from: openssl rand -hex 16",
  LOG_LEVEL: "info",
  TRUST_PROXY: "0",
  DRAIN_SECONDS: "5",
  RATE_LIMIT_FACTOR: "1",
  LIVE_STREAMS_PER_ADDRESS: "200",
};

/** An invalid setting; the message names the variable and shows an example. */
export class ConfigError extends Error {}

export type Config = ReturnType<typeof readConfig>;

/** Parses the settings of the environment; called once at start. @throws ConfigError on the first invalid one */
export function readConfig(env: Record<string, string | undefined>) {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new ConfigError(
      `${name} is not valid (${issue?.message}). Example: ${name}=${EXAMPLES[name] ?? "…"}`,
    );
  }
  const settings = parsed.data;
  const dataDir = resolve(settings.DATA_DIR);
  // A public BASE_URL makes the shop public, even when it listens on loopback behind a reverse proxy.
  const isLoopback =
    isLoopbackHost(settings.HOST) &&
    (!settings.BASE_URL || isLoopbackHost(new URL(settings.BASE_URL).hostname));
  if (settings.DATABASE_URL && !settings.SESSION_SECRET) {
    throw new ConfigError(
      `SESSION_SECRET is required with DATABASE_URL. Example: SESSION_SECRET=$(openssl rand -hex 32)`,
    );
  }
  const hasPaypal = Boolean(settings.PAYPAL_CLIENT_ID && settings.PAYPAL_CLIENT_SECRET);
  if (!hasPaypal && (settings.PAYPAL_CLIENT_ID || settings.PAYPAL_CLIENT_SECRET)) {
    throw new ConfigError(
      "PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET go together: set both, or neither for the payment simulator.",
    );
  }
  const demo = settings.DEMO ?? (!settings.DATABASE_URL && isLoopback);
  return {
    port: settings.PORT,
    host: settings.HOST,
    baseUrl: settings.BASE_URL?.replace(/\/$/, "") ?? `http://localhost:${settings.PORT}`,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    /** Whether the shop is reachable from other machines. */
    isPublic: !isLoopback,
    demo,
    sessionSecret: settings.SESSION_SECRET ?? storedSecret(dataDir),
    paypal: hasPaypal
      ? {
          clientId: settings.PAYPAL_CLIENT_ID!,
          clientSecret: settings.PAYPAL_CLIENT_SECRET!,
          webhookId: settings.PAYPAL_WEBHOOK_ID,
          environment: settings.PAYPAL_ENVIRONMENT,
        }
      : null,
    relays: relaySettings(settings, demo || isLoopback),
    smtpUrl: settings.SMTP_URL,
    s3: s3Settings(settings),
    fixed: fixedSettings(settings) as Partial<ReturnType<typeof fixedSettings>>,
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY,
    drainMs: settings.DRAIN_SECONDS * 1_000,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    streamsPerAddress: settings.LIVE_STREAMS_PER_ADDRESS,
  };
}

/**
 * The settings of relay points (docs/relays.md); null without any. `url`: replaces the provider's hosts.
 * @throws ConfigError when they contradict each other, or when a real shop would offer invented points
 */
function relaySettings(settings: z.output<typeof environment>, maySimulate: boolean) {
  const { SENDCLOUD_PUBLIC_KEY: publicKey, SENDCLOUD_SECRET_KEY: secretKey } = settings;
  if (Boolean(publicKey) !== Boolean(secretKey))
    throw new ConfigError(
      "SENDCLOUD_PUBLIC_KEY and SENDCLOUD_SECRET_KEY go together: set both, or neither to have no list of relay points.",
    );
  if (settings.RELAY_SIMULATOR) {
    if (publicKey || !maySimulate)
      throw new ConfigError(
        "RELAY_SIMULATOR=1 invents relay points: remove it from a public shop, and where SENDCLOUD_PUBLIC_KEY is set.",
      );
    return { isSimulated: true as const };
  }
  if (!publicKey || !secretKey) return null;
  return {
    isSimulated: false as const,
    publicKey,
    secretKey,
    url: settings.SENDCLOUD_URL?.replace(/\/$/, ""),
  };
}

/** The S3 settings; null (pictures on the local disk) when none is set. @throws ConfigError when only some are set */
function s3Settings(settings: z.output<typeof environment>) {
  const wanted = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  if (wanted.every((name) => !settings[name])) return null;
  const missing = wanted.find((name) => !settings[name]);
  if (missing)
    throw new ConfigError(
      `${missing} is required with the other S3 settings. Example: ${missing}=${EXAMPLES[missing]}`,
    );
  return {
    endpoint: settings.S3_ENDPOINT!.replace(/\/$/, ""),
    bucket: settings.S3_BUCKET!,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID!,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY!,
  };
}

/** The shop's settings that environment variables set; the others come from the database (app/settings). */
function fixedSettings(settings: z.output<typeof environment>) {
  const sender = settings.MAIL_FROM?.match(/^(?:(.*)<(.+)>|(.+))$/);
  return {
    identity: present({ name: settings.SHOP_NAME }),
    contact: present({
      phone: settings.SHOP_PHONE,
      email: settings.SHOP_EMAIL,
      socialLinks: settings.SHOP_SOCIAL_LINKS,
    }),
    legal: present({
      legalName: settings.SHOP_LEGAL_NAME,
      address: settings.SHOP_ADDRESS,
      siren: settings.SHOP_SIREN,
      vatNumber: settings.SHOP_VAT_NUMBER,
      vatExempt: settings.SHOP_VAT_EXEMPT,
      registration: settings.SHOP_REGISTRATION,
      hosting: settings.SHOP_HOSTING,
      mediator: settings.SHOP_MEDIATOR,
    }),
    mails: present({
      senderName: sender && (sender[1] ?? "").trim(),
      senderAddress: sender && (sender[2] ?? sender[3]),
    }),
  };
}

/** The fields that are set. */
function present<T extends object>(fields: T) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as { [Key in keyof T]?: NonNullable<T[Key]> };
}

function isLoopbackHost(host: string): boolean {
  return host === "localhost" || (isIP(host) !== 0 && /^(127\.|::1$)/.test(host));
}

/**
 * The secret that signs sessions, from the file `session-secret` of the data folder. The first start generates the file
 * with mode 0600. @throws ConfigError when the file is shorter than 32 characters
 */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = readFileSync(file, "utf8");
  if (secret.length < 32)
    throw new ConfigError(`${file} was cut short: delete it, and everybody signs in again.`);
  return secret;
}
