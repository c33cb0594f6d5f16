import type { Upload } from "#app/media/upload-state.ts";

/** Whether the upload belongs to the form: it is neither cancelled nor failed for good. */
export function belongsToForm({ state, canResume }: Upload): boolean {
  return state !== "canceled" && (state !== "error" || canResume === true);
}

/** Whether the upload is still in progress or paused. */
export function isUnfinished(upload: Upload): boolean {
  return belongsToForm(upload) && upload.state !== "success" && upload.state !== "error";
}
