import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { ulid } from "ulid";
import { UploadListStore } from "./upload-list-store.ts";
import type { UploadKind } from "./upload-schema.ts";
import type { Upload } from "./upload-task.ts";

export type Uploads = {
  /** In the order they were added. */
  uploads: readonly Upload[];
  /** With `multiple` false, a new file takes the place of the former one. */
  add: (files: Iterable<File>) => void;
  pause: (key: string) => void;
  resume: (key: string) => void;
  cancel: (key: string) => void;
  /** Off the list, and back from the server. */
  remove: (key: string) => void;
  /** Takes all of them back: the form is left. */
  clear: () => void;
  /** The form's action has claimed them: forgets them here. */
  release: () => void;
};

const none: readonly Upload[] = [];
const TAB = "onglet";

/** Tells this tab from another one on the same page: it outlives a reload, and each has uploads of its own. */
function tabId(): string {
  try {
    const known = sessionStorage.getItem(TAB);
    if (known) return known;
    const made = ulid();
    sessionStorage.setItem(TAB, made);
    return made;
  } catch {
    // A browser that keeps nothing: a reload begins anew.
    return "";
  }
}

/**
 * Files sent straight from the form, resumable (tus). They go on after a cut, and after a reload of the same page by
 * the same person in the same tab. The form posts the ids of the finished ones as `upload`; its action claims them (`claimUpload`).
 */
export function useUploads({
  kind,
  multiple = false,
}: {
  kind: UploadKind;
  multiple?: boolean;
}): Uploads {
  const [store] = useState(() => new UploadListStore(kind, multiple));
  const uploads = useSyncExternalStore(store.subscribe, store.uploads, () => none);
  const viewerId = useRouteLoaderData<{ viewer: { id: string } | null }>("root")?.viewer?.id;
  const { pathname } = useLocation();
  useEffect(() => store.open(`${viewerId} ${pathname} ${tabId()}`), [store, viewerId, pathname]);
  const { add, pause, resume, cancel, remove, clear, release } = store;
  return { uploads, add, pause, resume, cancel, remove, clear, release };
}
