import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { shrinkManifest } from "./shrink-manifest.ts";

/** Builds the client and the server, then compresses the client's files once, instead of at each request. */
rmSync("build", { recursive: true, force: true });
execFileSync("react-router", ["build"], { stdio: "inherit" });

for (const name of readdirSync("build/client", { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const file = `build/client/${name}`;
  if (/\/manifest-\w+\.js$/.test(name))
    writeFileSync(file, shrinkManifest(readFileSync(file, "utf8"), isEmpty));
  const content = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

function isEmpty(path: string): boolean {
  return statSync(`build/client${path}`).size === 0;
}
