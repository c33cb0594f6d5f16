import { afterAll, vi } from "vitest";

// Everything that uploads promise, with the shop's files in a bucket.
vi.stubEnv("FILES_ON", "s3");
afterAll(() => void vi.unstubAllEnvs());
// They may have been promised here already, without one.
vi.resetModules();
await import("./uploads.test.ts");
