import { vi } from "vitest";

// Everything that uploads promise, with the shop's files in a bucket.
vi.stubEnv("FILES_ON", "s3");
await import("./uploads.test.ts");
