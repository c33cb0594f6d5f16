import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { faultsOf, orderFaults, readModule, roomsOfMap } from "./import-rules.ts";

/** Checks every import and every written table of the shop against the rules of docs/map.md, and prints the violations. */
const modules = ["app", "server", "db"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\.d\.ts$/.test(file))
  .map((file) => readModule(file, readFileSync(file, "utf8")));
const routes = readFileSync("app/routes.ts", "utf8");
const routeFiles = new Set(
  [...routes.matchAll(/"([\w/-]+\.tsx?)"/g)].map((match) => `app/${match[1]}`),
);
const rooms = roomsOfMap(readFileSync("docs/map.md", "utf8"));
const faults = [
  ...modules.flatMap((module) => faultsOf(module, routeFiles)),
  ...orderFaults(modules, rooms),
];
const importCount = modules.reduce((count, module) => count + module.imports.length, 0);
const writeCount = modules.reduce((count, module) => count + module.writes.length, 0);
// Lower counts mean that files were not found or not parsed: that fails the check, too.
if (modules.length < 60 || importCount < 250 || writeCount < 80 || routeFiles.size < 10)
  faults.push(
    `only ${modules.length} modules, ${importCount} imports, ${writeCount} writes and ${routeFiles.size} routes were read`,
  );

console.log(
  `${modules.length} modules, ${importCount} imports, ${writeCount} writes, ${routeFiles.size} routes`,
);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
