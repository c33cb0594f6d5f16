import { eq } from "drizzle-orm";
import { profiles } from "#db/schema/accounts.ts";
import { removePictures } from "#app/media/pictures.server.ts";
import { claimUpload } from "#app/media/uploads.server.ts";
import { holdActor } from "./remove-account.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/platform/request-context.ts";

/** Takes the viewer's upload for their photo; « gone » when it isn't theirs, isn't finished, or was taken before. */
export function changePhoto(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  viewer: { id: string },
  { uploadId }: { uploadId: string },
): Promise<{ kind: "changed" } | { kind: "gone" }> {
  return db.transaction(async (tx) => {
    const before = await lockPhoto(tx, viewer);
    const picture = await claimUpload(tx, viewer, { uploadId, kind: "avatar" });
    if (!picture) return { kind: "gone" };
    await tx.update(profiles).set({ photo: picture.path }).where(eq(profiles.userId, viewer.id));
    if (before) await removePictures(tx, jobs, [before]);
    return { kind: "changed" };
  });
}

/** From now on, the first letter of the name stands for the photo. */
export function removePhoto(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  viewer: { id: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockPhoto(tx, viewer);
    if (!before) return;
    await tx.update(profiles).set({ photo: null }).where(eq(profiles.userId, viewer.id));
    await removePictures(tx, jobs, [before]);
  });
}

/** Of two changes at once, the second sees what the first has put. The account first, as its deletion locks them. */
async function lockPhoto(tx: Transaction, viewer: { id: string }): Promise<string | null> {
  await holdActor(tx, viewer);
  const [profile] = await tx
    .select({ photo: profiles.photo })
    .from(profiles)
    .where(eq(profiles.userId, viewer.id))
    .for("update");
  return profile?.photo ?? null;
}
