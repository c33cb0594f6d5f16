import { afterAll, vi } from "vitest";

// Runs the upload tests with the shop's files in a bucket.
vi.stubEnv("FILES_ON", "s3");
afterAll(() => void vi.unstubAllEnvs());
// The worker may already have loaded the test files' modules without a bucket.
vi.resetModules();
await import("./uploads.test.ts");
await import("./uploaded-pictures.test.ts");
await import("./interrupted-uploads.test.ts");
