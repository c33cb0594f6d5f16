import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import type { Browser } from "../support/browser.ts";
import { askPicture, createUpload, patch, tusRequest } from "../support/tus.ts";
import {
  repeatRequest,
  invariants,
  isAnswered,
  openTestBed,
  signIn,
  type Fault,
} from "./test-bed.ts";

const UPLOADS = 8;
const SIDE = 1_000;

/** The disk of the uploads fills up during an upload; later it has free space again. */
export const fullDisk: Fault = {
  name: "full-disk",
  async run() {
    const dataDir = mkdtempSync(join(tmpdir(), "eclat-disk-"));
    const disk = join(dataDir, "uploads");
    mkdirSync(disk);
    // Mounting needs root.
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "eclat-chaos", disk]);
    const testBed = await openTestBed(1, { env: () => ({ DATA_DIR: dataDir }) });
    try {
      const [url = ""] = testBed.urls;
      const admin = await signIn(url, "admin");
      const visitor = repeatRequest(() => isAnswered(`${url}/boutique`), 50);
      // Random pixels: a file of 3 MB, which compression does not shrink.
      const photo = await sharp(randomBytes(SIDE * SIDE * 3), {
        raw: { width: SIDE, height: SIDE, channels: 3 },
      })
        .png()
        .toBuffer();
      const half = Math.floor(photo.length / 2);
      const begun = await Promise.all(
        Array.from({ length: UPLOADS }, async () => {
          const created = await createUpload(admin, { kind: "product", size: photo.length });
          const path = created.headers.get("location")!;
          await patch(admin, path, 0, photo.subarray(0, half));
          return path;
        }),
      );
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize - half / 2));
      const refused = await Promise.all(
        begun.map((path) =>
          resumeUpload(admin, path, photo).catch(() => ({ status: 0, text: "" })),
        ),
      );
      const complete = refused.filter(({ status }) => status === 204).length;
      const refusedForSpace = refused.filter(
        ({ status, text }) => status === 507 && text.includes("n’a plus de place"),
      ).length;
      rmSync(join(disk, "filler"));
      let pictures = 0;
      for (const path of begun) {
        await resumeUpload(admin, path, photo);
        const answer = await askPicture(admin, path);
        if (answer.status === 200) pictures++;
        await answer.body?.cancel();
      }
      const pages = await visitor();
      return [
        {
          figure: `uploads neither complete (${complete}) nor refused with « plus de place » (${refusedForSpace})`,
          value: UPLOADS - complete - refusedForSpace,
          limit: 0,
        },
        {
          figure: "full disks that no upload reached",
          value: refusedForSpace > 0 ? 0 : 1,
          limit: 0,
        },
        {
          figure: `of ${UPLOADS}, no picture after the disk has room`,
          value: UPLOADS - pictures,
          limit: 0,
        },
        { figure: "files left behind", value: readdirSync(disk).length, limit: 0 },
        {
          figure: "failed page loads meanwhile",
          value: pages.filter(({ isOk }) => !isOk).length,
          limit: 0,
        },
        { figure: "nodes that ended", value: testBed.areAlive() ? 0 : 1, limit: 0 },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
      execFileSync("umount", [disk]);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

/** Resumes the upload at the shop's offset, as the page does. */
async function resumeUpload(admin: Browser, path: string, file: Buffer) {
  const head = await tusRequest(admin, "HEAD", path);
  const offset = Number(head.headers.get("upload-offset"));
  if (offset === file.length) return { status: 204, text: "" };
  const answer = await patch(admin, path, offset, file.subarray(offset));
  return { status: answer.status, text: await answer.text() };
}
