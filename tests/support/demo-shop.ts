import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Starts the shop on a new data folder, which goes when the shop ends. */
const folder = mkdtempSync(join(tmpdir(), "eclat-journey-"));
process.env["DATA_DIR"] = folder;
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
await import("../../server/main.ts");
