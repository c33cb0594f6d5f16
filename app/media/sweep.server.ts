import type { Database } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { removeOrphans } from "./pictures.server.ts";
import type { UploadStore } from "./upload-store.server.ts";
import { forgetOldUploads, uploadsWithoutRow } from "./uploads.server.ts";

/**
 * The hourly cleanup (job `sweep-files`): deletes uploads that no form claimed within a day, unreferenced pictures older than a
 * day, and stored upload files that have no row in `uploads` and were last written more than an hour ago.
 */
export async function sweep(services: {
  db: Database;
  jobs: Jobs;
  uploadStore: UploadStore;
}): Promise<void> {
  const { db, jobs, uploadStore } = services;
  await db.transaction(async (tx) => {
    await forgetOldUploads(tx);
    await removeOrphans(tx, jobs);
  });
  for (const id of await uploadsWithoutRow(db, await uploadStore.idleUploads()))
    await uploadStore.remove(id);
}
