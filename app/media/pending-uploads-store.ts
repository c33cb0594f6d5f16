import { decodeTime } from "ulid";
import type { UploadKind } from "./upload-schema.ts";

/** An upload that a form waits for: with its file, it outlives the page. */
export type KeptUpload = {
  key: string;
  /** Whose, and on which page: only the same person finds it again, on the same page. */
  scope: string;
  kind: UploadKind;
  /** Its address on the server, once it has one. */
  url: string | null;
  /** Bytes that the server has said to hold. */
  sentBytes: number;
  isPaused: boolean;
  /** Every byte is there: only the picture is still to be made. */
  isSent: boolean;
};

/** Files lie apart: each is written once, however often its upload moves on. */
const UPLOADS = "uploads";
const FILES = "files";

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open("televersements", 1);
  opening.addEventListener("upgradeneeded", () => {
    opening.result.createObjectStore(UPLOADS, { keyPath: "key" }).createIndex("scope", "scope");
    opening.result.createObjectStore(FILES);
  });
  return done(opening);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB")));
  });
}

/** Without room, or in a browser that keeps nothing, an upload works all the same: it doesn't outlive the page. */
async function attempt<T>(
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

export async function keepFile(key: string, file: File): Promise<void> {
  await attempt((storeOf) => done(storeOf(FILES).put(file, key)));
}

export async function keepUpload(upload: KeptUpload): Promise<void> {
  await attempt((storeOf) => done(storeOf(UPLOADS).put(upload)));
}

export async function forgetKept(key: string): Promise<void> {
  await attempt((storeOf) =>
    Promise.all([done(storeOf(UPLOADS).delete(key)), done(storeOf(FILES).delete(key))]),
  );
}

/** The server has forgotten them by then, and their page may never be opened again. */
const KEPT_MS = 24 * 3_600_000;

async function forgetOld(): Promise<void> {
  const all = await attempt((storeOf) => done<KeptUpload[]>(storeOf(UPLOADS).getAll()));
  for (const { key } of all ?? [])
    if (decodeTime(key) < Date.now() - KEPT_MS) await forgetKept(key);
}

/** In the order they were added. */
export async function keptUploads(scope: string): Promise<{ kept: KeptUpload; file: File }[]> {
  await forgetOld();
  const found = await attempt(async (storeOf) => {
    const all = await done<KeptUpload[]>(storeOf(UPLOADS).index("scope").getAll(scope));
    return Promise.all(
      all.map(async (kept) => ({
        kept,
        file: await done<File | undefined>(storeOf(FILES).get(kept.key)),
      })),
    );
  });
  return (found ?? [])
    .flatMap(({ kept, file }) => (file ? [{ kept, file }] : []))
    .toSorted((a, b) => (a.kept.key < b.kept.key ? -1 : 1));
}
