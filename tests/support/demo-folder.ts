import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Fills the data folder of a demo shop with a copy of SETTLED_DEMO if it is set (settled-demo.ts): rendering the catalogue's pictures
 * takes 40 s of processor time.
 */
export function fillDemoFolder(folder: string): void {
  const settled = process.env["SETTLED_DEMO"];
  // Preserve owners: PostgreSQL's files don't belong to root.
  if (settled) execFileSync("cp", ["-a", `${settled}/.`, folder]);
}

/** A new data folder of a demo shop. The caller removes it. */
export function makeDemoFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "eclat-demo-"));
  fillDemoFolder(folder);
  return folder;
}
