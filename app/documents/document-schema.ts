import { z } from "zod";
import {
  DAY_MS,
  email,
  flag,
  id,
  LONGEST_EMAIL,
  optionalText,
  ownData,
  requiredText,
  text,
  time,
} from "./document-field-schema.ts";
import { cartItem } from "./order-document-schema.ts";
import { comment, specification } from "./product-document-schema.ts";

/**
 * Schemas of the documents of specification §3, with its field names, typos included, and of the shop's own history. Parsed
 * prices are in cents, times are `Date`s. The shop's own additional data is under `eclat`.
 */

export const messageDocument = z.object({
  id,
  title: optionalText(300),
  message: optionalText(10_000),
  isRead: flag,
  email: optionalText(320),
  campany: optionalText(200),
  name: optionalText(200),
  phoneNumber: optionalText(40),
  eclat: ownData({ createdAt: time }),
});

export const userDocument = z.object({
  uid: id,
  name: optionalText(200),
  dateDeNaissance: z.unknown(),
  phone: optionalText(40),
  email: optionalText(LONGEST_EMAIL),
  photo: optionalText(2_000),
  isAdmin: flag,
  eclat: ownData({ storageId: z.string().regex(/^[a-z0-9]{1,64}$/) }),
});

export const authDocument = z.object({
  uid: id,
  displayName: optionalText(200),
  email,
  eclat: ownData({
    emailVerified: z.boolean(),
    createdAt: time,
    updatedAt: time,
    image: text(2_000).nullable(),
  }),
});

/** An audit event of this shop; not a collection of §3. */
export const historyDocument = z.object({
  id,
  uid: optionalText(128),
  name: text(200),
  act: requiredText(40),
  subject: z.object({
    type: z.enum(["product", "order", "role", "settings", "access"]),
    id: text(128),
    name: text(1_000),
  }),
  changes: z.array(
    z.object({ field: text(200), before: text(1e6).nullable(), after: text(1e6).nullable() }),
  ),
  createdAt: time,
  eclat: ownData({ groupId: text(128) }),
});

/** A statement of withdrawal of this shop. `orderId`: « » while none is linked; `lines`: empty for the whole order. */
export const withdrawalDocument = z.object({
  id: z.string().regex(/^[0-9A-Z]{26}$/, "26 chiffres et capitales sont attendus"),
  orderId: optionalText(128),
  orderNumber: z.string().regex(/^[0-9A-Z]{16}$/, "16 chiffres et capitales sont attendus"),
  name: requiredText(200),
  email: text(LONGEST_EMAIL).min(3, "une adresse est attendue"),
  articles: text(30_000),
  lines: z.array(z.object({ position: z.int().min(0).max(999), qty: z.int().min(1).max(99) })),
  repeat: z.int().min(0).max(32_767).default(0),
  /** True for the cancellation of a late order; other statements lack it. */
  lateDelivery: z.boolean().default(false),
  createdAt: time,
  /** Only a statement that an administrator closed has it. */
  ending: z
    .object({
      reason: text(1_000).refine(
        (reason) => [...reason].length >= 5,
        "5 caractères au moins sont attendus",
      ),
      endedAt: time,
    })
    .optional(),
  eclat: ownData({}),
});

/** The form of a group posts its version, at most nine digits, and each save increments it: the limit leaves room for saves. */
const MOST_VERSION = 99_999_999;

/** A group of settings of this shop; its value is checked by the group's own schema when it is written. */
export const settingsDocument = z.object({
  id,
  version: z
    .int("un nombre entier est attendu")
    .min(1, "est inférieure à 1")
    .max(MOST_VERSION, `${MOST_VERSION} au plus`),
  value: z.record(z.string(), z.unknown(), "un objet est attendu"),
  updatedAt: time,
});

/** A version of the terms of sale; `id` is the SHA-256 of its text. */
export const termsDocument = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/, "64 chiffres hexadécimaux sont attendus"),
  effectiveOn: z.iso
    .date("une date est attendue")
    .refine((day) => Date.parse(day) < Date.now() + DAY_MS, "est à venir"),
  text: requiredText(200_000),
  /** Accepted by trial orders before the shop was ever open. */
  isDraft: z.boolean().default(false),
});

/** The known fields of list items, by the list's field name. */
export const NESTED_FIELDS: Record<string, readonly string[]> = {
  comments: Object.keys(comment.shape),
  spcifications: Object.keys(specification.shape),
  cartItems: Object.keys(cartItem.shape),
};
