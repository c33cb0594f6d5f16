import { pgTable } from "drizzle-orm/pg-core";
import type { UploadKind } from "#app/media/upload-schema.ts";

/** An upload, from before its first byte until a form claims the picture. */
export const uploads = pgTable("uploads", (t) => ({
  id: t.text("id").primaryKey(),
  ownerId: t.text("owner_id").notNull(),
  kind: t.text("kind").$type<UploadKind>().notNull(),
  fileName: t.text("file_name").notNull(),
  sizeBytes: t.bigint("size_bytes", { mode: "number" }).notNull(),
  picturePath: t.text("picture_path"),
  sha256: t.text("sha256"),
  leaseToken: t.text("lease_token"),
  leaseUntil: t.timestamp("lease_until", { withTimezone: true }),
  leaseWanted: t.boolean("lease_wanted").notNull().default(false),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
}));
