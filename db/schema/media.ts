import { bigint, boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { UploadKind } from "#app/media/upload-schema.ts";

/** An upload, from before its first byte until a form claims the picture. */
export const uploads = pgTable("uploads", {
  id: text("id").primaryKey(),
  ownerId: text("owner_id").notNull(),
  kind: text("kind").$type<UploadKind>().notNull(),
  fileName: text("file_name").notNull(),
  sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
  picturePath: text("picture_path"),
  sha256: text("sha256"),
  leaseToken: text("lease_token"),
  leaseUntil: timestamp("lease_until", { withTimezone: true }),
  leaseWanted: boolean("lease_wanted").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
