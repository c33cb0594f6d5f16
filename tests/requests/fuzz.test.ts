import { Agent, request } from "node:http";
import * as fc from "fast-check";
import { ulid } from "ulid";
import { expect, test } from "vitest";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import {
  hostileRequests,
  type Endpoint,
  type HostileRequest,
} from "../support/hostile-requests.ts";
import { pagePaths } from "../support/pages.ts";
import { payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { createUpload } from "../support/tus.ts";

/*
 * Fuzzing: random requests to every loader, action and endpoint, by a visitor, a customer and an administrator. No response
 * may be a server error. `FUZZ_REQUESTS=20000 vitest run tests/requests/fuzz.test.ts` sends twenty times as many; `FUZZ_SEED`
 * repeats a run.
 */
const REQUESTS = Number(process.env["FUZZ_REQUESTS"] ?? 1_000);
const SEED = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000);
const CONCURRENCY = 8;
/** After this many requests, signed-out browsers sign in again and new rows are created. */
const BATCH = 250;
const TIMEOUT_MS = 20_000;
const TUS = { "tus-resumable": "1.0.0" };
const TOKEN = "a-token-of-the-test";

const shop = await openShop({ METRICS_TOKEN: TOKEN });
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

type Form = [string, string][];
const form = (fields: Record<string, string>): Form => Object.entries(fields);
const line = { title: "Bonjour", message: "Une question" };
const password = { password: "Mot-de-passe-1", confirmation: "Mot-de-passe-1" };
let ids: string[] = ["rien"];

/** The forms and bodies that the pages send, with the ids of `at`. */
const forms = (at: Awaited<ReturnType<typeof freshThings>>): Record<string, Partial<Endpoint>> => ({
  "/panier": { forms: [form(orderForm([{ id: at.product, qty: 1 }], 3_400))] },
  "/produit/:id": { forms: [form({ rate: "5", text: "Très bien" })] },
  "/favoris/:id": { forms: [form({})] },
  "/connexion": {
    forms: [
      form({ mode: "connexion", email: "personne@exemple.fr", ...password }),
      form({ mode: "inscription", name: "Inès", email: `${ulid()}@exemple.fr`, ...password }),
    ],
  },
  "/mot-de-passe-oublie": { forms: [form({ email: "personne@exemple.fr" })] },
  "/nouveau-mot-de-passe": { forms: [form({ token: "rien", ...password })] },
  "/contact": { forms: [form({ name: "Inès", email: "ines@exemple.fr", ...line })] },
  "/retractation": {
    forms: ["continue", "confirm", "edit"].map((intent) =>
      form({
        intent,
        name: "Inès",
        number: at.order.slice(10),
        email: "ines@exemple.fr",
        articles: "La crème",
        "line-0": "1",
      }),
    ),
  },
  "/admin/retractations": {
    forms: [
      form({ id: at.order, number: at.order.slice(10) }),
      form({ id: at.order, number: at.order.slice(10), confirmed: "1" }),
      form({ intent: "close", id: at.order, order: at.order, reason: "Essai", confirmed: "1" }),
    ],
  },
  "/admin/commandes/:id/retour": {
    forms: [form({ id: at.spare, withdrawal: "", "expected-0": "1" })],
  },
  "/admin/retours/:id": {
    forms: [
      form({ intent: "receive", "shelved-0": "1", "damaged-0": "0" }),
      form({ intent: "close", seen: "expected", reason: "Jamais arrivé." }),
    ],
  },
  "/admin/parametre-compte": {
    forms: [
      form({ name: "Inès", email: "i@exemple.fr", phone: "0612345678", dateOfBirth: "1991-03-14" }),
      form({ intent: "photo", upload: at.upload }),
      form({ intent: "remove-photo" }),
      form({ intent: "confirm-again" }),
      form({ intent: "call-off" }),
    ],
  },
  "/admin/parametre-compte/supprimer": { forms: [form({ password: "autre", comments: "1" })] },
  "/admin/produits": { forms: [form({ intent: "delete", id: at.spare })] },
  "/admin/new/product": { forms: [productForm(at.upload)] },
  "/admin/edict-product/:id": { forms: [[...productForm(at.upload), ["version", "1"]]] },
  "/admin/produits/importer": {
    forms: [
      [
        ["file", "nom;prix\r\ncrème;34\r\n"],
        ["intent", "check"],
      ],
      form({ intent: "start", import: at.order }),
      form({ intent: "cancel", import: at.order }),
    ],
  },
  "/admin/commandes": { forms: [form({ intent: "deliver", id: at.order })] },
  "/admin/commandes/:id/remboursement": {
    forms: ["lines", "rest", "cancel"].map((intent) =>
      form({ intent, confirmed: "1", reason: "Retour", "line-0": "1", "quantity-0": "1" }),
    ),
  },
  "/admin/paiements": {
    forms: [form({ intent: "check" }), form({ intent: "resolve", id: at.order })],
  },
  "/admin/courriels": { forms: [form({ key: `order-${at.paid.toLowerCase()}-paid` })] },
  "/payement/:id/paypal": {
    json: [{ act: "create" }, { act: "capture", providerOrderId: at.providerOrder }],
  },
  "/webhooks/paypal": {
    json: [
      {
        id: "WH-1",
        event_type: "PAYMENT.CAPTURE.COMPLETED",
        resource: {
          id: at.providerOrder,
          amount: { currency_code: "EUR", value: "34.00" },
          supplementary_data: { related_ids: { order_id: at.providerOrder } },
          links: [{ rel: "up", href: "https://ailleurs.example" }],
        },
      },
    ],
  },
  "/televersements": {
    headers: { ...TUS, "upload-length": "10", "upload-metadata": "kind cHJvZHVjdA==" },
  },
  "/televersements/:id": {
    headers: { ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
  },
  "/simulateur-paypal/approve/:id": { json: [{ email: "payeur@exemple.fr" }] },
});
const productForm = (upload: string): Form => [
  ["name", "crème au lin"],
  ["price", "34"],
  ["category", "Soins de la peau"],
  ["sellingType", "Normal"],
  ["description", "Douce"],
  ["composition", "Lin"],
  ["specificationName", "Contenance"],
  ["specificationValue", "50 ml"],
  ["upload", upload],
  ["base", '{"name":"","price":"","specifications":[],"pictures":[]}'],
];

/** The endpoints of server/app.ts other than pages. */
const ENDPOINTS = [
  "/televersements",
  "/televersements/:id",
  "/televersements/:id/image",
  "/healthz",
  "/readyz",
  "/metrics",
  "/assets/:id",
  "/favicon.svg",
  "/media/:id",
  "/media/images/essai/:id",
  "/webhooks/paypal",
  "/simulateur-paypal/approve/:id",
  "/simulateur-paypal/amount/:id",
  "/simulateur-paypal/v1/oauth2/token",
  "/simulateur-paypal/v2/checkout/orders/:id/capture",
  "/simulateur-paypal/sdk/js",
  "/live",
  "/_",
  "/__manifest",
  "/:id",
];
const NAMES = [
  ..."keyword nom categorie tri prix-min prix-max min max page avis id mode retour lien q recherche etat produit apres cle".split(
    " ",
  ),
  ..."du au periode intent type taille choix note paiement objet genre vente vue key token version".split(
    " ",
  ),
  ..."items seenTotalCents idempotencyKey upload picture file base reason lines".split(" "),
];

let people = await signIn();
async function signIn() {
  return {
    visitor: shop.visitor(),
    customer: await shop.customer({ name: "Ondine Kerbrat" }),
    administrator: await shop.customer({ name: "Claire Aubry", isAdmin: true }),
  };
}

async function freshThings() {
  const { customer, administrator } = people;
  const product = await insertProduct(shop.db, { name: "crème", price: 34 });
  const spare = await insertProduct(shop.db, { name: "huile", price: 34 });
  const order = await placeOrder(shop, customer);
  const { providerOrderId: providerOrder } = await startPaying(customer, order);
  const { orderId: paid } = await payOrder(shop, customer);
  const opened = await createUpload(administrator, { kind: "product", size: 10 });
  const upload = opened.headers.get("location")!.split("/").at(-1)!;
  return { product, spare, order, providerOrder, paid, upload };
}

/** Sends a request without normalisation; null if the connection ended without a response. */
function send(hostile: HostileRequest): Promise<{ status: number; body: string } | null> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body, isCutShort } = hostile;
    const { cookie } = people[hostile.sender];
    const sent = request(shop.url, {
      agent,
      method,
      path,
      headers: {
        ...(cookie && { cookie }),
        ...headers,
        ...(body && { "content-length": body.length }),
      },
      timeout: TIMEOUT_MS,
    });
    sent.on("timeout", () => sent.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)));
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // The server refused before it had read the body, and closed the connection.
      if (isCutShort || error.code === "ECONNRESET" || error.code === "EPIPE") resolve(null);
      else reject(error);
    });
    sent.on("response", (answer) => {
      const status = answer.statusCode ?? 0;
      if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
        sent.destroy();
        return resolve({ status, body: "" });
      }
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += status >= 500 ? chunk.toString() : ""));
      answer.on("error", () => resolve(null));
      answer.on("end", () => resolve({ status, body: text.slice(0, 300) }));
    });
    if (isCutShort && body) {
      sent.write(body.subarray(0, body.length / 2));
      setTimeout(() => sent.destroy(), 5);
    } else sent.end(body ?? undefined);
  });
}

test(
  `${REQUESTS} random requests cause no server error (seed ${SEED})`,
  { timeout: 3_600_000 },
  async () => {
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    let sent = 0;
    let signIns = 1;
    for (let batch = 0; sent < REQUESTS; batch++) {
      const isIn = await Promise.all(
        [people.customer, people.administrator].map((who) => who.get("/admin/account")),
      );
      if (isIn.some(({ status }) => status !== 200)) {
        people = await signIn();
        signIns++;
      }
      const things = await freshThings();
      ids = [...Object.values(things), "2026-000001"];
      const known = forms(things);
      const endpoints = [...pagePaths(), ...ENDPOINTS].map((path) => ({ path, ...known[path] }));
      const hostile = fc.sample(
        hostileRequests({ origin: shop.url, endpoints, names: NAMES, ids: () => ids }),
        { numRuns: Math.min(BATCH, REQUESTS - sent), seed: SEED + batch },
      );
      const queue = [...hostile];
      const work = async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const answer = await send(next).catch((error: Error) => ({
            status: 599,
            body: error.message,
          }));
          const errors = shop.takeErrors().filter((text) => JSON.parse(text).level >= 50);
          statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
          if ((answer?.status ?? 0) >= 500 || errors.length > 0)
            faults.push(
              JSON.stringify({
                ...next,
                body: next.body?.toString("latin1").slice(0, 400),
                answer,
                errors,
              }),
            );
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      sent += hostile.length;
    }
    agent.destroy();
    const counts = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status || "cut"}: ${count}`);
    console.log(`${sent} random requests, seed ${SEED}, ${signIns} sign-ins; ${counts.join(", ")}`);
    expect(faults.slice(0, 20)).toEqual([]);
    // The test would find nothing if the shop refused nearly all requests at its first check.
    expect((statuses.get(200) ?? 0) / sent).toBeGreaterThan(0.1);
    expect(shop.sql.connections().waiting).toBe(0);
  },
);
