import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { openS3 } from "../support/s3-server.ts";
import { askPicture, createUpload, patch, tusRequest } from "../support/tus.ts";
import {
  repeatRequest,
  invariants,
  isAnswered,
  openTestBed,
  percentile99,
  signIn,
  type Fault,
} from "./test-bed.ts";

const SECONDS = 10;

/** The pictures' bucket refuses connections, then doesn't respond, then works again, while visitors load pages and pictures. */
export const bucketAway: Fault = {
  name: "bucket-away",
  async run() {
    const bucket = await openS3();
    const testBed = await openTestBed(2, { env: () => bucket.settings });
    try {
      const [url = "", other = ""] = testBed.urls;
      const admin = await signIn(url, "admin");
      const photo = await sharp(randomBytes(600 * 400 * 3), {
        raw: { width: 600, height: 400, channels: 3 },
      })
        .png()
        .toBuffer();
      const created = await createUpload(admin, { kind: "product", size: photo.length });
      const path = created.headers.get("location")!;
      await patch(admin, path, 0, photo.subarray(0, 100_000));
      const [picture] = await testBed.sql<{ path: string }[]>`SELECT path FROM pictures LIMIT 1`;
      const media = `/media/${picture!.path}`;
      const shown = async () => (await fetch(`${other}${media}`)).status;
      const memory = () => testBed.figure(1, "process_resident_memory_bytes");
      const [there, before] = [await shown(), await memory()];

      const pages = repeatRequest(() => isAnswered(`${other}/boutique`), 50);
      const answers: (number | string | null)[] = [];
      const look = async () => {
        const answer = await fetch(`${other}${media}`).catch(() => null);
        await answer?.text();
        answers.push(answer ? `${answer.status} ${answer.headers.get("retry-after")}` : null);
      };
      await bucket.close();
      const refused = await patch(admin, path, 100_000, photo.subarray(100_000));
      const reason = await refused.text();
      for (const until = performance.now() + SECONDS * 1_000; performance.now() < until;) {
        await look();
        await sleep(200);
      }
      bucket.failWith(() => "silent");
      await bucket.back();
      const waiting = Promise.all(Array.from({ length: 200 }, look));
      await sleep(SECONDS * 1_000);
      bucket.failWith(() => null);
      const from = performance.now();
      while ((await shown()) !== 200 && performance.now() - from < 30_000) await sleep(50);
      const back = Math.round(performance.now() - from);
      await waiting;
      const outcomes = await pages();

      // The upload resumes on the other node, at its offset.
      admin.url = other;
      const head = await tusRequest(admin, "HEAD", path);
      const offset = Number(head.headers.get("upload-offset"));
      const rest = await patch(admin, path, offset, photo.subarray(offset));
      const made = await askPicture(admin, path);
      return [
        { figure: "pictures before the fault (200)", value: there === 200 ? 0 : 1, limit: 0 },
        {
          figure: `of ${answers.length} pictures, neither shown nor 503 with Retry-After`,
          value: answers.filter((one) => one !== "503 10" && !String(one).startsWith("200")).length,
          limit: 0,
        },
        {
          figure: "uploads without a retry response",
          value: refused.status === 503 && reason.includes("Réessayez") ? 0 : 1,
          limit: 0,
        },
        {
          figure: "failed page loads meanwhile",
          value: outcomes.filter(({ isOk }) => !isOk).length,
          limit: 0,
        },
        {
          figure: "pages meanwhile, 99 % within",
          value: percentile99(outcomes),
          limit: 200,
          unit: "ms",
        },
        { figure: "pictures shown again after", value: back, limit: 5_000, unit: "ms" },
        {
          figure: "uploads that did not resume",
          value: offset === 100_000 && rest.status === 204 && made.status === 200 ? 0 : 1,
          limit: 0,
        },
        {
          figure: "memory growth",
          value: Math.round(((await memory()) - before) / 1e6),
          limit: 100,
          unit: "MB",
        },
        { figure: "nodes that ended", value: testBed.areAlive() ? 0 : 1, limit: 0 },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
      await bucket.close();
    }
  },
};
