import { pgTable, timestamp } from "drizzle-orm/pg-core";

const createdAt = timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
const updatedAt = timestamp("updated_at", { withTimezone: true }).notNull().defaultNow();

/** Accounts (better-auth's user). */
export const users = pgTable("users", (t) => ({
  id: t.text("id").primaryKey(),
  name: t.text("name").notNull(),
  email: t.text("email").notNull(),
  emailVerified: t.boolean("email_verified").notNull().default(false),
  image: t.text("image"),
  createdAt,
  updatedAt,
}));

/** The last sign-in of each account, written by triggers, and when its owner was warned of the deletion (decision 31). */
export const accountUses = pgTable("account_uses", (t) => ({
  userId: t.text("user_id").primaryKey(),
  lastUsedAt: t.timestamp("last_used_at", { withTimezone: true }).notNull().defaultNow(),
  endAnnouncedAt: t.timestamp("end_announced_at", { withTimezone: true }),
}));

export const sessions = pgTable("sessions", (t) => ({
  id: t.text("id").primaryKey(),
  userId: t.text("user_id").notNull(),
  token: t.text("token").notNull(),
  expiresAt: t.timestamp("expires_at", { withTimezone: true }).notNull(),
  ipAddress: t.text("ip_address"),
  userAgent: t.text("user_agent"),
  createdAt,
  /** For an administrator's session, the last use, at most ten minutes late. */
  updatedAt,
  /** When the password was last typed in this session; null in sessions of versions before 0.5.1. */
  passwordUsedAt: t.timestamp("password_used_at", { withTimezone: true }).defaultNow(),
}));

/** Passwords (better-auth's account). */
export const credentials = pgTable("credentials", (t) => ({
  id: t.text("id").primaryKey(),
  userId: t.text("user_id").notNull(),
  accountId: t.text("account_id").notNull(),
  providerId: t.text("provider_id").notNull(),
  password: t.text("password"),
  accessToken: t.text("access_token"),
  refreshToken: t.text("refresh_token"),
  idToken: t.text("id_token"),
  accessTokenExpiresAt: t.timestamp("access_token_expires_at", { withTimezone: true }),
  refreshTokenExpiresAt: t.timestamp("refresh_token_expires_at", { withTimezone: true }),
  scope: t.text("scope"),
  createdAt,
  /** When the password was last set; written by a trigger. */
  updatedAt,
}));

/** Password links. */
export const verifications = pgTable("verifications", (t) => ({
  /** Equals the key of the link's mail. */
  id: t.text("id").primaryKey(),
  /** A hash of the link's token. */
  identifier: t.text("identifier").notNull(),
  /** The account's id. */
  value: t.text("value").notNull(),
  expiresAt: t.timestamp("expires_at", { withTimezone: true }).notNull(),
  createdAt,
  updatedAt,
}));

/** A requested sign-in address that isn't confirmed yet. */
export const emailChanges = pgTable("email_changes", (t) => ({
  tokenHash: t.text("token_hash").primaryKey(),
  userId: t.text("user_id").notNull(),
  email: t.text("email").notNull(),
  /** False once confirmed, replaced or cancelled. */
  isOpen: t.boolean("is_open").notNull().default(true),
  askedAt: t.timestamp("asked_at", { withTimezone: true }).notNull().defaultNow(),
}));

/** A replaced sign-in address, reserved for the account for seven days. */
export const formerAddresses = pgTable("former_addresses", (t) => ({
  tokenHash: t.text("token_hash").primaryKey(),
  userId: t.text("user_id").notNull(),
  email: t.text("email").notNull(),
  /** Whether its owner had confirmed it when the account left it. */
  wasConfirmed: t.boolean("was_confirmed").notNull().default(true),
  changedAt: t.timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
}));

/** The specification's « users » documents (§3, User profile). */
export const profiles = pgTable("profiles", (t) => ({
  userId: t.text("user_id").primaryKey(),
  /** Random public name of the user in file paths, which must not contain the user's id. */
  storageId: t.text("storage_id").notNull(),
  name: t.text("name").notNull(),
  dateOfBirth: t.date("date_of_birth"),
  phone: t.text("phone").notNull().default(""),
  email: t.text("email").notNull().default(""),
  photo: t.text("photo"),
  isAdmin: t.boolean("is_admin").notNull().default(false),
}));
