import type { StoredPicture } from "#app/ui/picture.tsx";

/** The states of an upload (specification §4). */
export type UploadState =
  | "running"
  | "pausing"
  | "paused"
  | "canceling"
  | "canceled"
  | "success"
  | "error";

/** An upload as the page shows it. */
export type Upload = {
  key: string;
  name: string;
  /** In bytes. */
  size: number;
  state: UploadState;
  percent: number;
  sentBytes: number;
  secondsLeft?: number;
  /**
   * While the upload waits for a retry: why the last attempt failed (French, without a full stop), and when the next one
   * starts (milliseconds since the epoch).
   */
  retry?: { error: string; at: number };
  /** « Erreur de téléchargement : … » */
  error?: string;
  /** After an error: whether a retry may succeed. */
  canResume?: boolean;
  /** The upload's id on the server, once the picture is made; the form posts this id. */
  id?: string;
  picture?: StoredPicture;
};
