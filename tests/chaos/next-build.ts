import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";

/**
 * Creates in `folder` a build of a later version: a copy of this one, with other names for all files that browsers
 * load. @returns its path
 */
export function makeNextBuild(folder: string): string {
  const build = join(folder, "build");
  cpSync("build", build, { recursive: true });
  cpSync("package.json", join(folder, "package.json"));
  for (const name of ["node_modules", "db"]) symlinkSync(resolve(name), join(folder, name));
  const assets = join(build, "client", "assets");
  for (const name of readdirSync(assets))
    // Precompressed files contain the former names.
    if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
  const names = readdirSync(assets);
  const nextName = (name: string) => name.replace(/\.(?=\w+$)/, "-next.");
  const known = new RegExp(names.map((name) => name.replaceAll(".", "\\.")).join("|"), "g");
  for (const name of readdirSync(build, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const file = join(build, name);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(known, nextName));
  }
  for (const name of names) renameSync(join(assets, name), join(assets, nextName(name)));
  return build;
}
