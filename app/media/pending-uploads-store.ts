import { decodeTime } from "ulid";
import type { UploadKind } from "./upload-schema.ts";

/** A pending upload, stored in IndexedDB with its file so that it survives a reload. */
export type PendingUpload = {
  key: string;
  /** Viewer, page and tab (`useUploads`): the upload is resumed only for the same viewer, on the same page, in the same tab. */
  scope: string;
  kind: UploadKind;
  /** The upload's URL path on the server; null until the server created it. */
  url: string | null;
  /** Bytes acknowledged by the server. */
  sentBytes: number;
  isPaused: boolean;
  /** Whether the server has all bytes; then only the picture must still be made. */
  isSent: boolean;
};

/** Two object stores, so that each progress update does not write the file again. */
const UPLOADS = "uploads";
const FILES = "files";

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open("televersements", 1);
  opening.addEventListener("upgradeneeded", () => {
    opening.result.createObjectStore(UPLOADS, { keyPath: "key" }).createIndex("scope", "scope");
    opening.result.createObjectStore(FILES);
  });
  return resultOf(opening);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB")));
  });
}

/**
 * Runs `use` in a transaction and returns its result; null when IndexedDB is full or unavailable. The upload then works, but
 * is not resumed after a reload.
 */
async function withStores<T>(
  use: (storeOf: (name: string) => IDBObjectStore) => Promise<T>,
): Promise<T | null> {
  try {
    const database = await open();
    try {
      const transaction = database.transaction([UPLOADS, FILES], "readwrite");
      return await use((name) => transaction.objectStore(name));
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Stores the file of a pending upload. Does nothing when IndexedDB is unavailable, like the next two functions. */
export async function savePendingFile(key: string, file: File): Promise<void> {
  await withStores((storeOf) => resultOf(storeOf(FILES).put(file, key)));
}

/** Stores the state of a pending upload, or replaces the stored one. */
export async function savePendingUpload(upload: PendingUpload): Promise<void> {
  await withStores((storeOf) => resultOf(storeOf(UPLOADS).put(upload)));
}

export async function deletePendingUpload(key: string): Promise<void> {
  await withStores((storeOf) =>
    Promise.all([resultOf(storeOf(UPLOADS).delete(key)), resultOf(storeOf(FILES).delete(key))]),
  );
}

/**
 * How long pending uploads are stored; the server keeps its part as long (`forgetOldUploads`). Without a limit, uploads of pages
 * that are never opened again would stay forever.
 */
const KEPT_MS = 24 * 3_600_000;

async function forgetOld(): Promise<void> {
  const all = await withStores((storeOf) => resultOf<PendingUpload[]>(storeOf(UPLOADS).getAll()));
  for (const { key } of all ?? [])
    if (decodeTime(key) < Date.now() - KEPT_MS) await deletePendingUpload(key);
}

/**
 * The stored uploads of a scope with their files, in the order in which they were added. First deletes expired ones of all
 * scopes.
 */
export async function readPendingUploads(
  scope: string,
): Promise<{ pending: PendingUpload; file: File }[]> {
  await forgetOld();
  const found = await withStores(async (storeOf) => {
    const all = await resultOf<PendingUpload[]>(storeOf(UPLOADS).index("scope").getAll(scope));
    return Promise.all(
      all.map(async (pending) => ({
        pending,
        file: await resultOf<File | undefined>(storeOf(FILES).get(pending.key)),
      })),
    );
  });
  return (found ?? [])
    .flatMap(({ pending, file }) => (file ? [{ pending, file }] : []))
    .toSorted((a, b) => (a.pending.key < b.pending.key ? -1 : 1));
}
