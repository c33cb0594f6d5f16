import { createContext } from "react-router";
import type { Auth } from "#app/accounts/create-auth.server.ts";
import type { HashingQueue } from "#app/accounts/hashing-queue.server.ts";
import type { SessionViewer } from "#app/accounts/session.server.ts";
import type { EmptyCategories } from "#app/catalogue/empty-categories.server.ts";
import type { Hub } from "#app/live/hub.server.ts";
import type { Mailer } from "#app/mail/mailer.server.ts";
import type { Storage } from "#app/media/storage.server.ts";
import type { UploadStore } from "#app/media/upload-store.server.ts";
import type { PayPal } from "#app/payments/paypal.server.ts";
import type { Sendcloud } from "#app/relays/sendcloud.server.ts";
import type { SettingsStore } from "#app/settings/settings.server.ts";
import type { Caller } from "./platform/caller.ts";
import type { Config } from "./platform/config.server.ts";
import type { Database } from "./platform/db.server.ts";
import type { Jobs } from "./platform/jobs.server.ts";
import type { Limits } from "./platform/limits.server.ts";
import type { Logger } from "./platform/log.server.ts";
import type { Sql } from "./platform/postgres.server.ts";

/** The services of the process: created once at start, then passed as arguments. */
export type Services = {
  config: Config;
  log: Logger;
  sql: Sql;
  db: Database;
  auth: Auth;
  hashing: HashingQueue;
  emptyCategories: EmptyCategories;
  hub: Hub;
  jobs: Jobs;
  limits: Limits;
  mailer: Mailer;
  storage: Storage;
  uploadStore: UploadStore;
  paypal: PayPal;
  /** The provider of relay points and labels; null: not configured. */
  relays: Sendcloud | null;
  settings: SettingsStore;
  /** Aborted when shutdown begins; /readyz then responds 503. */
  ending: AbortController;
};

/** The context of one request, for loaders and actions. */
export type RequestContext = {
  services: Services;
  caller: Caller;
  /** The signed-in user of the session cookie, or null. Queried on the first call, then cached for the request. */
  viewer: () => Promise<SessionViewer | null>;
  /** Tags the page for the invalidation of the page cache: « product » (any), « product:<id> », « category:<name> ». */
  addTags: (...tags: string[]) => void;
  /** Counts a search of the caller's network; false when the network's rate limit is reached. */
  allowsSearch: () => boolean;
  /** Gives the response the headers of a closed shop's: retried later, never stored or indexed. */
  answersClosed: () => void;
  /** The content security policy's nonce for inline scripts. */
  nonce: string;
  /** Passes the page's bytes to the server beside the Response, whose body would be a slower stream. */
  setPageBytes: (page: Buffer<ArrayBuffer>) => void;
};

export const requestContext = createContext<RequestContext>();
