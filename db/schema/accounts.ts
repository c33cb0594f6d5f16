import { boolean, date, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const createdAt = timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
const updatedAt = timestamp("updated_at", { withTimezone: true }).notNull().defaultNow();

/** Accounts (better-auth's user). */
export const users = pgTable("users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  createdAt,
  updatedAt,
});

/** The last sign-in of each account, written by triggers, and when its owner was warned of the deletion (decision 31). */
export const accountUses = pgTable("account_uses", {
  userId: text("user_id").primaryKey(),
  lastUsedAt: timestamp("last_used_at", { withTimezone: true }).notNull().defaultNow(),
  endAnnouncedAt: timestamp("end_announced_at", { withTimezone: true }),
});

export const sessions = pgTable("sessions", {
  id: text("id").primaryKey(),
  userId: text("user_id").notNull(),
  token: text("token").notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  createdAt,
  /** Of an administrator: the last use, at most ten minutes late. */
  updatedAt,
  /** When the password was last typed in this session; null in sessions of versions before 0.5.1. */
  passwordUsedAt: timestamp("password_used_at", { withTimezone: true }).defaultNow(),
});

/** Passwords (better-auth's account). */
export const credentials = pgTable("credentials", {
  id: text("id").primaryKey(),
  userId: text("user_id").notNull(),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  password: text("password"),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: timestamp("access_token_expires_at", { withTimezone: true }),
  refreshTokenExpiresAt: timestamp("refresh_token_expires_at", { withTimezone: true }),
  scope: text("scope"),
  createdAt,
  /** When the password was last set; written by a trigger. */
  updatedAt,
});

/** Password links. */
export const verifications = pgTable("verifications", {
  /** Equals the key of the link's mail. */
  id: text("id").primaryKey(),
  /** A hash of the link's token. */
  identifier: text("identifier").notNull(),
  /** The account's id. */
  value: text("value").notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  createdAt,
  updatedAt,
});

/** A requested sign-in address that isn't confirmed yet. */
export const emailChanges = pgTable("email_changes", {
  tokenHash: text("token_hash").primaryKey(),
  userId: text("user_id").notNull(),
  email: text("email").notNull(),
  /** False once confirmed, replaced or cancelled. */
  isOpen: boolean("is_open").notNull().default(true),
  askedAt: timestamp("asked_at", { withTimezone: true }).notNull().defaultNow(),
});

/** A replaced sign-in address, reserved for the account for seven days. */
export const formerAddresses = pgTable("former_addresses", {
  tokenHash: text("token_hash").primaryKey(),
  userId: text("user_id").notNull(),
  email: text("email").notNull(),
  /** Whether its owner had confirmed it when the account left it. */
  wasConfirmed: boolean("was_confirmed").notNull().default(true),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
});

/** The specification's « users » documents (§3, User profile). */
export const profiles = pgTable("profiles", {
  userId: text("user_id").primaryKey(),
  /** Random public name of the user in file paths, which must not contain the user's id. */
  storageId: text("storage_id").notNull(),
  name: text("name").notNull(),
  dateOfBirth: date("date_of_birth"),
  phone: text("phone").notNull().default(""),
  email: text("email").notNull().default(""),
  photo: text("photo"),
  isAdmin: boolean("is_admin").notNull().default(false),
});
