import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { ulid } from "ulid";
import { UploadListStore } from "./upload-list-store.ts";
import type { UploadKind } from "./upload-schema.ts";
import type { Upload } from "./upload-state.ts";

export type Uploads = {
  /** The uploads in the order in which they were added. */
  uploads: readonly Upload[];
  /** Adds uploads. With `multiple` false, only the first file is added, and it replaces the former one. */
  add: (files: Iterable<File>) => void;
  pause: (key: string) => void;
  resume: (key: string) => void;
  cancel: (key: string) => void;
  /** Removes an upload from the list and deletes it on the server. */
  remove: (key: string) => void;
  /** Removes all uploads: the form was left. */
  clear: () => void;
  /** Removes all uploads from the list after the form's action claimed them; see `UploadListStore.release`. */
  release: () => void;
};

const none: readonly Upload[] = [];
const TAB = "onglet";

/** Returns an id of this tab that survives a reload, so that two tabs on the same page have separate uploads. */
function tabId(): string {
  try {
    const known = sessionStorage.getItem(TAB);
    if (known) return known;
    const made = ulid();
    sessionStorage.setItem(TAB, made);
    return made;
  } catch {
    // Without sessionStorage, uploads are not resumed after a reload.
    return "";
  }
}

/**
 * Resumable uploads (tus) of a form. They continue after a network failure, and after a reload of the same page by the same
 * viewer in the same tab. The form posts the ids of finished uploads as `upload`; its action claims them (`claimUpload`).
 */
export function useUploads({
  kind,
  multiple = false,
  scope = "",
}: {
  kind: UploadKind;
  multiple?: boolean;
  /** Separates several lists of uploads on a page. */
  scope?: string;
}): Uploads {
  const [store] = useState(() => new UploadListStore(kind, multiple));
  const uploads = useSyncExternalStore(store.subscribe, store.uploads, () => none);
  const viewerId = useRouteLoaderData<{ viewer: { id: string } | null }>("root")?.viewer?.id;
  const { pathname } = useLocation();
  useEffect(
    () => store.open(`${viewerId} ${pathname} ${tabId()} ${scope}`.trimEnd()),
    [store, viewerId, pathname, scope],
  );
  const { add, pause, resume, cancel, remove, clear, release } = store;
  return { uploads, add, pause, resume, cancel, remove, clear, release };
}
