import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fillDemoFolder } from "./demo-folder.ts";

/** Starts the shop on an empty data folder, or on a copy of SETTLED_DEMO; removes the folder at exit. */
const folder = process.env["DATA_DIR"];
if (!folder?.startsWith(tmpdir()))
  throw new Error("DATA_DIR must lie in the temporary folder: it is emptied");
rmSync(folder, { recursive: true, force: true });
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
fillDemoFolder(folder);
await import("../../build/server/main.js" as string);
