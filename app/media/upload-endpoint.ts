import { Metadata, Server as TusServer, type DataStore, type ServerOptions } from "@tus/server";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { newId } from "#app/platform/database-clock.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { Services } from "#app/request-context.ts";
import { isStoreUnavailable } from "./s3.server.ts";
import { uploadLeases } from "./upload-lease.server.ts";
import {
  LARGEST_FILE,
  tooLarge,
  UPLOAD_KINDS,
  UPLOAD_PATH,
  type UploadKind,
} from "./upload-schema.ts";
import { findUpload, forgetUpload, openUpload, storeUpload } from "./uploads.server.ts";

type Uploader = { id: string; isAdmin: boolean };
type Env = { Variables: { viewer: Uploader; upload: { kind: UploadKind } } };
type UploadMetadata = { kind: UploadKind; fileName: string };
/** An error response. `body` is French text that the page shows after « Erreur de téléchargement : ». */
type Refusal = { status_code: number; body: string };

const ONE_UPLOAD = "/:id{[0-9A-Z]{26}}";
const UNREADABLE = "cet envoi est illisible.";
const SIGNED_OUT = "votre session a expiré. Reconnectez-vous, puis reprenez l’envoi.";
const NOT_FOUND = "cet envoi n’existe plus.";
const DISK_FULL = "la boutique n’a plus de place. Rien n’est perdu\u00a0: réessayez plus tard.";
const STORE_AWAY = "les images ne peuvent pas être rangées pour l’instant. Réessayez.";
const NOT_YOURS = {
  product: "les images des produits sont l’affaire des administratrices.",
  logo: "le logo est l’affaire des administratrices.",
  notice: "l’avis officiel est l’affaire des administratrices.",
};
const FAILED = "un problème est survenu. Réessayez.";

/**
 * POST, HEAD, PATCH and DELETE of tus 1.0 under /televersements, and POST …/{id}/image, which turns a complete file into a
 * picture. Only the owner may access an upload; only administrators may upload anything but a profile's photo.
 */
export function uploadEndpoint(
  services: Services,
  viewerOf: (cookie: string | null) => Promise<Uploader | null>,
): Hono<Env> {
  const { db, jobs, limits, log, uploadStore } = services;
  const locker = uploadLeases(db);
  const app = new Hono<Env>();

  /** Handles one authorised request with tus. */
  const tus = (
    request: Request,
    options: Partial<ServerOptions>,
    datastore: DataStore = uploadStore,
  ): Promise<Response> =>
    new TusServer({
      path: UPLOAD_PATH,
      datastore,
      locker,
      relativeLocation: true,
      // Only the shop's own pages upload, so no CORS origin is allowed.
      allowedOrigins: () => false,
      lockDrainTimeout: 300,
      onResponseError: (_request, error) => refusalOf(error, log),
      ...options,
    }).handleWeb(request);

  app.use(
    createMiddleware<Env>(async (c, next) => {
      const viewer = await viewerOf(c.req.header("cookie") ?? null);
      if (!viewer) return c.text(SIGNED_OUT, 401);
      c.set("viewer", viewer);
      return next();
    }),
  );

  app.post("/", async (c) => {
    const viewer = c.get("viewer");
    const metadata = parseMetadata(c.req.header("upload-metadata"));
    // Our pages use neither deferred length nor concatenation, which tus would refuse with 501.
    const isUnsupported = c.req.header("upload-defer-length") ?? c.req.header("upload-concat");
    if (!metadata || isUnsupported !== undefined) return c.text(UNREADABLE, 400);
    if (metadata.kind !== "avatar" && !viewer.isAdmin) return c.text(NOT_YOURS[metadata.kind], 403);
    const id = newId();
    const response = await tus(c.req.raw, {
      namingFunction: () => id,
      maxSize: LARGEST_FILE[metadata.kind],
      async onUploadCreate(_request, { size = 0 }) {
        if (size === 0) throw refusal(400, "ce fichier est vide.");
        if (!(await limits.allow("upload", { account: viewer.id })))
          throw refusal(429, "beaucoup d’images viennent d’être envoyées. Réessayez plus tard.");
        const outcome = await openUpload(db, viewer, { ...metadata, id, sizeBytes: size });
        if (outcome === "no-account") throw refusal(401, SIGNED_OUT);
        if (outcome === "too-many")
          throw refusal(429, "trop d’images attendent déjà. Enregistrez ou annulez-en.");
        return {};
      },
      onResponseError: (_request, error) =>
        "status_code" in error && error.status_code === 413
          ? refusal(413, tooLarge(metadata.kind))
          : refusalOf(error, log),
    });
    if (response.status !== 201) {
      // The client does not get the upload's URL, so the upload would stay unused.
      await forgetUpload(db, jobs, id);
      await uploadStore.remove(id);
    }
    return response;
  });

  const ownUpload = createMiddleware<Env>(async (c, next) => {
    const viewer = c.get("viewer");
    const upload = await findUpload(db, viewer, c.req.param("id") ?? "");
    if (!upload || (upload.kind !== "avatar" && !viewer.isAdmin)) return c.text(NOT_FOUND, 404);
    c.set("upload", upload);
    return next();
  });

  // Hono routes HEAD to GET handlers.
  app.get(ONE_UPLOAD, ownUpload, async (c) =>
    c.req.raw.method === "HEAD"
      ? tus(c.req.raw, { getFileIdFromRequest: () => c.req.param("id") })
      : c.text("Not found", 404),
  );

  app.patch(ONE_UPLOAD, ownUpload, async (c) => {
    // Only an upload with a deferred length sends Upload-Length here; such uploads are not supported.
    if (c.req.header("upload-length") !== undefined) return c.text(UNREADABLE, 400);
    return tus(
      c.req.raw,
      {
        getFileIdFromRequest: () => c.req.param("id"),
        maxSize: LARGEST_FILE[c.get("upload").kind],
      },
      uploadStore.writingFrom(Number(c.req.header("upload-offset"))),
    );
  });

  app.delete(ONE_UPLOAD, ownUpload, async (c) => {
    const id = c.req.param("id");
    const response = await tus(c.req.raw, { getFileIdFromRequest: () => id });
    if (response.status === 204) await forgetUpload(db, jobs, id);
    return response;
  });

  app.post(`${ONE_UPLOAD}/image`, ownUpload, async (c) => {
    const id = c.req.param("id");
    const lock = locker.newLock(id);
    try {
      await lock.lock(c.req.raw.signal, () => undefined);
      const outcome = await storeCompleteFile(c.get("viewer"), id).finally(() => lock.unlock());
      if (outcome.kind === "stored") return c.json({ id, picture: outcome.picture });
      await forgetUpload(db, jobs, id);
      return c.json({ error: outcome.reason }, 422);
    } catch (error) {
      const { status_code, body } = refusalOf(error, log);
      return c.json({ error: body }, status_code as 500);
    }
  });

  async function storeCompleteFile(viewer: Uploader, id: string) {
    const file = await uploadStore.getUpload(id).catch(() => null);
    if (file && file.offset !== file.size) throw refusal(409, "l’envoi n’est pas terminé.");
    const outcome = await storeUpload(services, viewer, id);
    await uploadStore.remove(id);
    return outcome;
  }

  app.all("*", (c) => c.text("Not found", 404));
  return app;
}

/** Parses the Upload-Metadata header of a new upload; null when it is invalid. */
function parseMetadata(header: string | undefined): UploadMetadata | null {
  try {
    const { kind, filename } = Metadata.parse(header);
    if (!UPLOAD_KINDS.includes(kind ?? "")) return null;
    // The client's file name is only displayed. The server chooses the names of stored files.
    const fileName = (filename ?? "").replaceAll(/\p{Cc}/gu, "").slice(-255);
    return { kind: kind as UploadKind, fileName };
  } catch {
    return null;
  }
}

function refusal(status_code: number, body: string): Refusal {
  return { status_code, body };
}

/**
 * Maps an error of tus or the upload store to a French error response. Logs a full disk, an S3 outage and unexpected errors.
 */
function refusalOf(error: unknown, log: Services["log"]): Refusal {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") {
    log.error({ code }, "no room left for an upload");
    return refusal(507, DISK_FULL);
  }
  if (isStoreUnavailable(error)) {
    log.warn({ error: describeError(error) }, "upload");
    return refusal(503, STORE_AWAY);
  }
  if (code === "ENOENT") return refusal(404, NOT_FOUND);
  const known = error as Partial<Refusal>;
  switch (known.status_code) {
    case undefined:
    case 500:
      log.error({ error: describeError(error) }, "upload");
      return refusal(500, FAILED);
    case 404:
    case 410:
      return refusal(known.status_code, NOT_FOUND);
    case 413:
      return refusal(413, "ce fichier est plus grand qu’annoncé.");
    default:
      return refusal(known.status_code, known.body ?? FAILED);
  }
}
