import { eq } from "drizzle-orm";
import { removePictures } from "#app/media/pictures.server.ts";
import { claimUpload } from "#app/media/uploads.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { profiles } from "#db/schema/accounts.ts";
import { lockAccountShared } from "./remove-account.server.ts";

/**
 * Makes the viewer's upload their photo. « gone »: the upload isn't the viewer's, isn't complete, or was claimed before;
 * « signed-out »: the account was deleted.
 */
export function changePhoto(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  viewer: { id: string },
  { uploadId }: { uploadId: string },
): Promise<{ kind: "updated" | "gone" | "signed-out" }> {
  return db.transaction(async (tx) => {
    if (!(await lockAccountShared(tx, viewer.id))) return { kind: "signed-out" };
    const before = await lockPhoto(tx, viewer);
    const picture = await claimUpload(tx, viewer, { uploadId, kind: "avatar" });
    if (!picture) return { kind: "gone" };
    await tx.update(profiles).set({ photo: picture.path }).where(eq(profiles.userId, viewer.id));
    if (before) await removePictures(tx, jobs, [before]);
    return { kind: "updated" };
  });
}

/** Removes the photo: the first letter of the name is shown instead (specification §2). */
export function removePhoto(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  viewer: { id: string },
): Promise<{ kind: "updated" | "signed-out" }> {
  return db.transaction(async (tx) => {
    if (!(await lockAccountShared(tx, viewer.id))) return { kind: "signed-out" };
    const before = await lockPhoto(tx, viewer);
    if (!before) return { kind: "updated" };
    await tx.update(profiles).set({ photo: null }).where(eq(profiles.userId, viewer.id));
    await removePictures(tx, jobs, [before]);
    return { kind: "updated" };
  });
}

/** The current photo. FOR UPDATE: a concurrent change waits, then replaces the newer photo. */
async function lockPhoto(tx: Transaction, viewer: { id: string }): Promise<string | null> {
  const [profile] = await tx
    .select({ photo: profiles.photo })
    .from(profiles)
    .where(eq(profiles.userId, viewer.id))
    .for("update");
  return profile?.photo ?? null;
}
