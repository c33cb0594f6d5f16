import { readdirSync, utimesSync } from "node:fs";
import { afterAll } from "vitest";
import { openS3 } from "./s3-server.ts";

/** The file storage of a test: disk, or an S3 bucket with `FILES_ON=s3`. */
export async function uploadStorage() {
  if (process.env["FILES_ON"] !== "s3")
    return {
      settings: {},
      /** Names of the stored parts of uploads in progress; they begin with the upload's id. */
      rawFiles: (dataDir: string) => readdirSync(`${dataDir}/uploads`),
      ageRawFiles(dataDir: string): void {
        for (const name of this.rawFiles(dataDir)) utimesSync(`${dataDir}/uploads/${name}`, 0, 0);
      },
    };
  const { objects, settings, close } = await openS3();
  afterAll(close);
  const keys = () => [...objects.keys()].filter((key) => key.startsWith("uploads/"));
  return {
    settings,
    rawFiles: () => keys().map((key) => key.slice("uploads/".length)),
    ageRawFiles(): void {
      for (const key of keys()) objects.get(key)!.writtenAt = new Date(0);
    },
  };
}
