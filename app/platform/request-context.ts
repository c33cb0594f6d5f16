import type { Sql } from "./postgres.server.ts";
import { createContext } from "react-router";
import type { Auth, Caller } from "#app/accounts/auth.server.ts";
import type { HashingQueue } from "#app/accounts/hashing-queue.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import type { Hub } from "#app/live/hub.server.ts";
import type { Mailer } from "#app/mail/mailer.server.ts";
import type { Storage } from "#app/media/storage.server.ts";
import type { UploadStore } from "#app/media/upload-store.server.ts";
import type { PayPal } from "#app/payments/paypal.server.ts";
import type { Config } from "./config.server.ts";
import type { Database } from "./db.server.ts";
import type { Jobs } from "./jobs.server.ts";
import type { Limits } from "./limits.server.ts";
import type { Logger } from "./log.server.ts";

/** Everything that lives as long as the process: made once at start, handed down, never a global. */
export type Services = {
  config: Config;
  log: Logger;
  sql: Sql;
  db: Database;
  auth: Auth;
  hashing: HashingQueue;
  hub: Hub;
  jobs: Jobs;
  limits: Limits;
  mailer: Mailer;
  storage: Storage;
  uploadStore: UploadStore;
  paypal: PayPal;
  /** Aborted once the process has been told to end: whoever sends visitors is to send them elsewhere. */
  ending: AbortController;
};

/** What the process knows of one request, for loaders and actions. */
export type RequestContext = {
  services: Services;
  caller: Caller;
  /** Who asks, read from the session once a request and only when somebody wants to know. */
  viewer: () => Promise<Viewer | null>;
  /**
   * Says what the answer shows (« product » for any of them, « product:<id> », « category:<name> »): the page that is
   * kept for all visitors is dropped when one of these changes.
   */
  reads: (...tags: string[]) => void;
  /** Takes one search from what the caller's network may still make; false when there is none left. */
  takesSearch: () => boolean;
  /** Marks our own inline scripts to the content policy. */
  nonce: string;
  /** Takes the page that was rendered: whoever looks at a Response's body has it made into a stream, to be read again. */
  sends: (page: Buffer<ArrayBuffer>) => void;
};

export const requestContext = createContext<RequestContext>();
