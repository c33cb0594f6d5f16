import { rmSync } from "node:fs";
import { tmpdir } from "node:os";

/** Starts the shop on an empty data folder, which goes when the shop ends. */
const folder = process.env["DATA_DIR"];
if (!folder?.startsWith(tmpdir()))
  throw new Error("DATA_DIR must lie in the temporary folder: it is emptied");
rmSync(folder, { recursive: true, force: true });
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
await import("../../build/server/main.js" as string);
