import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { DecodedUpload } from "./decoded-upload.ts";
import { FairQueue } from "./fair-queue.ts";
import { tooLargeDecompressed } from "./picture-bounds.ts";
import { contentRefusal, SIGNATURE_LENGTH } from "./picture-type.ts";
import { runDecoder } from "./run-decoder.server.ts";
import type { UploadKind } from "./upload-schema.ts";

type PictureOutcome =
  /** `sha256`: of the uploaded file, not of the re-encoded one. */
  (DecodedUpload & { kind: "picture"; sha256: string }) | (DecodedUpload & { kind: "refused" });

/**
 * Limits of the decoder process, enough for the largest picture of each kind in every accepted file type
 * (docs/decisions/0037).
 */
const LIMITS = {
  product: { megabytes: 1024, cpuSeconds: 30 },
  avatar: { megabytes: 512, cpuSeconds: 10 },
  logo: { megabytes: 512, cpuSeconds: 10 },
  notice: { megabytes: 1024, cpuSeconds: 10 },
} satisfies Record<UploadKind, object>;
/** Each node decodes one picture of each kind at a time, so that customers' photos never delay product pictures. */
const queues = {
  product: new FairQueue(),
  avatar: new FairQueue(),
  logo: new FairQueue(),
  notice: new FairQueue(),
} satisfies Record<UploadKind, FairQueue>;

/**
 * Checks an uploaded file and re-encodes it without metadata, upright, reduced to the size that pages need. « refused » has a
 * French reason. `decode` is replaced in tests.
 */
export async function readPicture(
  owner: { id: string },
  filePath: string,
  use: UploadKind,
  decode: typeof runDecoder<{ kind: "upload"; filePath: string; use: UploadKind }> = runDecoder,
): Promise<PictureOutcome> {
  // The signature is checked before any decoder parses the file: other types stop here, SVG too unless it is a logo or the notice.
  const reason = contentRefusal(await signatureOf(filePath), use);
  if (reason) return { kind: "refused", reason };
  const decoded = await queues[use].run(owner.id, () =>
    decode({ kind: "upload", filePath, use }, LIMITS[use]),
  );
  if (decoded.kind === "ended") return { kind: "refused", reason: tooLargeDecompressed(use) };
  const { result } = decoded;
  return result.kind === "refused" ? result : { ...result, sha256: await hashOf(filePath) };
}

async function signatureOf(filePath: string): Promise<Uint8Array> {
  const file = await open(filePath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_LENGTH));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function hashOf(filePath: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(filePath), hash);
  return hash.digest("hex");
}
