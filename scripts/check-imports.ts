import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/**
 * « Who may know whom » (docs/map.md): reads every import of the shop and lists those that break a rule.
 * Type-only imports are erased, so they bind nothing.
 */
type Module = { file: string; room: string; imports: string[]; text: string };

const IMPORT =
  /^\s*(?:import|export)\s(?!type\b)(?:[^"';]*?\sfrom\s*)?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;
/** The room that writes each table. */
const OWNERS: Record<string, string> = {
  users: "accounts",
  sessions: "accounts",
  credentials: "accounts",
  verifications: "accounts",
  emailChanges: "accounts",
  formerAddresses: "accounts",
  accountUses: "accounts",
  profiles: "accounts",
  pictures: "media",
  uploads: "media",
  products: "catalogue",
  productPictures: "catalogue",
  comments: "reviews",
  favourites: "favourites",
  orders: "orders",
  orderLines: "orders",
  payments: "payments",
  invoices: "invoices",
  refunds: "payments",
  refundLines: "payments",
  paymentBreaks: "payments",
  messages: "messages",
  auditEvents: "audit",
  productImports: "catalogue",
  productImportLines: "catalogue",
  importedFields: "documents",
  mails: "mail",
  limits: "platform",
};
/** The same by the names that SQL has for them. */
const OWNERS_IN_SQL = new Map(
  Object.entries(OWNERS).map(([table, room]) => [
    table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    room,
  ]),
);
const WRITES = /\.(?:insert|update|delete)\((?:schema\.)?(\w+)\)/g;
/** Keywords in capitals, as the shop writes them; a table of another schema (« jobs.job ») is nobody's room. */
const WRITES_IN_SQL =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO)\s+(?:ONLY\s+)?([a-z_]+)\b(?!\.)/g;
/** Puts back rows that the other rooms wrote, as they were: no act of business (docs/decisions/0011). */
const RESTORING_ROOM = "documents";
const COMMON = new Set(["ui", "platform", "live"]);

function readModules(): Module[] {
  return ["app", "server", "db"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\.d\.ts$/.test(file))
    .map((file) => {
      const text = readFileSync(file, "utf8");
      const imports = [...text.matchAll(IMPORT)].map((match) =>
        resolve(file, match[1] ?? match[2] ?? ""),
      );
      const [top, room = ""] = file.split("/");
      return {
        file,
        text,
        imports,
        room: top === "app" ? (file.split("/").length > 2 ? room : "root") : top!,
      };
    });
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : specifier;
}

function faultsOf({ file, room, imports, text }: Module, routeFiles: Set<string>): string[] {
  const faults: string[] = [];
  const forbid = (pattern: RegExp, why: string) => {
    for (const name of imports) if (pattern.test(name)) faults.push(`${file} → ${name}: ${why}`);
  };
  const roomOf = (name: string) => (name.startsWith("app/") ? name.split("/")[1]! : "");

  if (room === "ui")
    for (const name of imports)
      if (name.startsWith("app/") && roomOf(name) !== "ui")
        faults.push(`${file} → ${name}: ui/ knows no room`);
  if (room === "ui" || file.endsWith("-schema.ts"))
    forbid(
      /\.server\.ts$|^#?db\/|^drizzle|^node:/,
      "the design system and schemas are browser-safe",
    );
  if (file.endsWith("-schema.ts")) forbid(/^app\/(?!.*-schema\.ts$)/, "a schema knows no room");
  if (routeFiles.has(file) || file.endsWith(".tsx"))
    forbid(/^drizzle-orm|^pg(-|$)|^db\//, "a route never touches SQL: ask a verb in a .server.ts");
  if (file.startsWith("app/") && file.endsWith(".server.ts"))
    forbid(/^react($|\/|-)|^hono|\.tsx$/, "a verb never touches React, React Router or Hono");
  if (file.startsWith("app/")) forbid(/^server\//, "app/ never imports server/");
  if (room === "platform")
    for (const name of imports)
      if (name.startsWith("app/") && !COMMON.has(roomOf(name)))
        faults.push(`${file} → ${name}: the platform knows no room`);
  if (file.startsWith("app/")) {
    const owners = [
      ...[...text.matchAll(WRITES)].map(([, table = ""]) => [table, OWNERS[table]] as const),
      ...[...text.matchAll(WRITES_IN_SQL)].map(
        ([, table = ""]) => [table, OWNERS_IN_SQL.get(table)] as const,
      ),
    ];
    for (const [table, owner] of owners)
      if (owner && owner !== room && room !== RESTORING_ROOM)
        faults.push(`${file} writes ${table}: only the room ${owner} does`);
  }
  return faults;
}

/** A cycle among the rooms, as the list of rooms it runs through, or null. */
function findCycle(modules: Module[]): string[] | null {
  const edges = new Map<string, Set<string>>();
  for (const { file, room, imports } of modules) {
    if (!file.startsWith("app/") || room === "root") continue;
    const known = edges.get(room) ?? new Set();
    edges.set(room, known);
    for (const name of imports) {
      const [top, other = "", rest] = name.split("/");
      if (top === "app" && rest && other !== room) known.add(other);
    }
  }
  const done = new Set<string>();
  const visit = (room: string, path: string[]): string[] | null => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (done.has(room)) return null;
    for (const next of edges.get(room) ?? []) {
      const cycle = visit(next, [...path, room]);
      if (cycle) return cycle;
    }
    done.add(room);
    return null;
  };
  for (const room of edges.keys()) {
    const cycle = visit(room, []);
    if (cycle) return cycle;
  }
  return null;
}

const modules = readModules();
const routes = readFileSync("app/routes.ts", "utf8");
const routeFiles = new Set(
  [...routes.matchAll(/"([\w/-]+\.tsx?)"/g)].map((match) => `app/${match[1]}`),
);
const faults = modules.flatMap((module) => faultsOf(module, routeFiles));
const cycle = findCycle(modules);
if (cycle) faults.push(`the rooms form a cycle: ${cycle.join(" → ")}`);
const importCount = modules.reduce((count, module) => count + module.imports.length, 0);
// A checker that sees nothing finds nothing: it must have read the shop.
if (modules.length < 60 || importCount < 250 || routeFiles.size < 10)
  faults.push(
    `only ${modules.length} modules, ${importCount} imports and ${routeFiles.size} routes were seen`,
  );

console.log(`${modules.length} modules, ${importCount} imports, ${routeFiles.size} routes`);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
