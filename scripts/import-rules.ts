import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";

/**
 * A source file. `imports`: what it imports at run time; `all`: with what it imports as types only. `writes`: the tables that it writes, by
 * their names in db/schema.
 */
export type Module = {
  file: string;
  room: string;
  imports: string[];
  all: string[];
  writes: string[];
};

/** The only room that may write each table. */
const OWNERS: Record<string, string> = {
  users: "accounts",
  sessions: "accounts",
  credentials: "accounts",
  verifications: "accounts",
  emailChanges: "accounts",
  formerAddresses: "accounts",
  accountUses: "accounts",
  profiles: "accounts",
  addresses: "addresses",
  pictures: "media",
  uploads: "media",
  products: "catalogue",
  productPictures: "catalogue",
  families: "catalogue",
  familyMembers: "catalogue",
  pricePlans: "catalogue",
  plannedPrices: "catalogue",
  comments: "reviews",
  reviewAuthors: "reviews",
  reviewReports: "moderation",
  favourites: "favourites",
  orders: "orders",
  orderLines: "orders",
  archivedContracts: "orders",
  reminderRefusals: "orders",
  payments: "payments",
  invoices: "invoices",
  fiscalEntries: "fiscal",
  fiscalClosures: "fiscal",
  refunds: "payments",
  refundLines: "payments",
  paymentMismatches: "payments",
  providerTransactions: "payouts",
  providerReadings: "payouts",
  messages: "messages",
  auditEvents: "audit",
  productImports: "catalogue",
  productImportLines: "catalogue",
  importedFields: "documents",
  orderLots: "safety",
  safetyContacts: "safety",
  recalls: "safety",
  recallOrders: "safety",
  effectReports: "safety",
  withdrawals: "returns",
  withdrawalEndings: "returns",
  mails: "mail",
  settings: "settings",
  termsVersions: "settings",
  shopState: "opening",
  shopProofs: "opening",
  shopLinks: "opening",
  limits: "platform",
  stock: "stock",
  stockHolds: "stock",
  stockMoves: "stock",
  stockAlerts: "stock",
  stockImports: "stock",
  stockWaiters: "stock",
  reductionCounts: "reductions",
  reductionUses: "reductions",
  parcels: "parcels",
  parcelLines: "parcels",
  shippingLabels: "parcels",
  returns: "returns",
  returnLines: "returns",
};
/** The room that may write the tables of all rooms: it imports documents unchanged, without business rules (docs/decisions/0011). */
const RESTORING_ROOM = "documents";
const SCHEMA = /^db\/schema\//;

/** Ignores tables of other schemas than « public » (« jobs.job »): they belong to no room. */
const WRITES_IN_SQL =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?(?:"?public"?\s*\.\s*)?"?([a-z_]+)\b"?(?!"?\s*\.)/gi;

type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** A node and all its descendants. */
function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) yield* nodesIn(child);
  }
}

/**
 * Parses a TypeScript file.
 * @param file its path from the project's root
 */
export function readModule(file: string, text: string): Module {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const nodes = [...nodesIn(program)];
  const imports: string[] = [];
  const all: string[] = [];
  /** Tables imported from db/schema: local name → name there. */
  const tables = new Map<string, string>();
  const namespaces = new Set<string>();
  for (const node of nodes) {
    const source = textOf(node["source"]);
    if (source === undefined) continue;
    const name = resolve(file, source);
    all.push(name);
    // Erased at run time.
    if (node["importKind"] === "type" || node["exportKind"] === "type") continue;
    imports.push(name);
    if (!SCHEMA.test(name) || node.type !== "ImportDeclaration") continue;
    for (const { type, local, imported } of node["specifiers"] as Node[])
      if (type === "ImportNamespaceSpecifier") namespaces.add(nameOf(local)!);
      else tables.set(nameOf(local)!, nameOf(imported)!);
  }
  /** The table that an expression refers to: « orders », « schema.orders », « sql.identifier("orders") ». */
  const tableOf = (node: Node | undefined): string | undefined => {
    if (node?.type === "Identifier") return tables.get(nameOf(node)!);
    if (node?.type === "MemberExpression" && namespaces.has(nameOf(node["object"]) ?? ""))
      return nameOf(node["property"]);
    const [argument] = node?.type === "CallExpression" ? (node["arguments"] as Node[]) : [];
    return nameOf(isNode(node?.["callee"]) ? node["callee"]["property"] : undefined) ===
      "identifier"
      ? textOf(argument)
      : undefined;
  };
  const writes = nodes.flatMap((node) => {
    if (node.type === "CallExpression") {
      const callee = node["callee"] as Node;
      const [argument] = node["arguments"] as Node[];
      const isWrite = /^(insert|update|delete)$/.test(nameOf(callee["property"]) ?? "");
      return (isWrite && tableOf(argument)) || [];
    }
    const sql = node.type === "TemplateLiteral" ? templateText(node, tableOf) : textOf(node);
    return [...(sql ?? "").matchAll(WRITES_IN_SQL)].map(([, table = ""]) => camelCase(table));
  });
  return { file, room: roomOfFile(file), imports, all, writes };
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node["name"] === "string" ? node["name"] : undefined;
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) =>
  name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The text of a string, or of a template without expressions. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : undefined;
  const isTemplate =
    node.type === "TemplateLiteral" && (node["expressions"] as Node[]).length === 0;
  return isTemplate ? templateText(node, () => undefined) : undefined;
}

/** A template's text with its tables by name, and « ? » for every other expression. */
function templateText(node: Node, tableOf: (node: Node) => string | undefined): string {
  const expressions = node["expressions"] as Node[];
  const quasis = node["quasis"] as { value: { raw: string } }[];
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index];
      const table = expression && tableOf(expression);
      return value.raw + (table ? snakeCase(table) : expression ? "?" : "");
    })
    .join("");
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : specifier;
}

function roomOfFile(file: string): string {
  const [top = "", room = "", ...rest] = file.split("/");
  return top !== "app" ? top : rest.length > 0 ? room : "root";
}

/** The rules of docs/map.md that a module breaks, one sentence each. */
export function faultsOf(module: Module, routeFiles: Set<string>): string[] {
  const { file, room, imports, writes } = module;
  const faults: string[] = [];
  const forbid = (pattern: RegExp, why: string) => {
    for (const name of imports) if (pattern.test(name)) faults.push(`${file} → ${name}: ${why}`);
  };

  if (room === "ui" || file.endsWith("-schema.ts"))
    forbid(
      /\.server\.ts$|^#?db\/|^drizzle|^node:/,
      "the design system and schemas are browser-safe",
    );
  if (file.endsWith("-schema.ts")) forbid(/^app\/(?!.*-schema\.ts$)/, "a schema imports no room");
  if (routeFiles.has(file) || file.endsWith(".tsx"))
    forbid(
      /^drizzle-orm|^pg($|[-/])|^db\/|^app\/platform\/(postgres|db)\.server\.ts$/,
      "a route never touches SQL: call a verb of a .server.ts",
    );
  if (file.startsWith("app/") && file.endsWith(".server.ts"))
    forbid(/^react($|\/|-)|^hono|\.tsx$/, "a verb never touches React, React Router or Hono");
  if (file.startsWith("app/")) forbid(/^server\//, "app/ never imports server/");
  if (file.startsWith("app/") && room !== RESTORING_ROOM)
    for (const table of writes) {
      const owner = OWNERS[table];
      if (owner && owner !== room)
        faults.push(`${file} writes ${table}: only the room ${owner} does`);
    }
  return faults;
}

/** The rooms in the order of the tables of docs/map.md: « | `catalogue` | … ». */
export const roomsOfMap = (map: string): string[] =>
  [...map.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, room]) => room!);

/**
 * The imports that go against the order of the rooms, types included, one sentence each. A room imports only rooms that stand before
 * it. A file at the root of app/ that a room imports may import rooms as types only.
 * @param order the rooms of docs/map.md, in its order
 */
export function orderFaults(modules: readonly Module[], order: readonly string[]): string[] {
  const rankOf = new Map(order.map((room, rank) => [room, rank]));
  const inApp = modules.filter(({ file }) => file.startsWith("app/"));
  const shared = new Set(inApp.flatMap(({ room, all }) => (room === "root" ? [] : all)));
  return inApp.flatMap(({ file, room, imports, all }) => {
    if (room === "root" && !shared.has(file)) return [];
    const rank = room === "root" ? rankOf.get("platform")! + 1 : rankOf.get(room);
    if (rank === undefined) return [`${file}: docs/map.md has no room ${room}`];
    return (room === "root" ? imports : all).flatMap((name) => {
      const other = rankOf.get(roomOfFile(name));
      const isBelow = other !== undefined && other >= rank && roomOfFile(name) !== room;
      return isBelow
        ? [`${file} → ${name}: a room imports only rooms above it in docs/map.md`]
        : [];
    });
  });
}
