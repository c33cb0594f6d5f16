import { sendRaw } from "../support/raw-socket.ts";
import {
  LONGEST_WAIT_MS,
  waitBeside,
  withAttackedShop,
  type Attack,
  type Finding,
} from "./attack.ts";
import { orderingCustomer } from "./customers.ts";

/** Node refuses headers of 16 KB. */
const SIZE = 15_000;
const filled = (text: string) => text.repeat(SIZE / text.length);
/** Values on which a careless parser is quadratic. */
const VALUES = [
  ...' \t,;="\\%-.:/@9a['.split("").map((character) => `x${filled(character)}x`),
  ...[
    "a=b; ",
    ", ",
    "%ff",
    '\\"',
    'W/"a",',
    "br;q=0x,",
    "*/*,",
    "a.",
    "kind YQ==,",
    "eclat.session_token=a.b;",
  ].map(filled),
  `br${filled(" ")};`,
  `br;q=0.${filled("0")}x`,
  `"${filled('\\"')}`,
  `bytes=${filled("0-1,")}`,
  `eclat.session_token=${filled("%2e")}`,
  `guest_orders=${filled("A.")}`,
  `favori=${filled("a")}`,
  `http://${filled("a/")}`,
];
/** The headers that the shop or its libraries parse. */
const HEADERS =
  "accept accept-encoding accept-language authorization content-disposition content-type cookie forwarded host if-match if-modified-since if-none-match origin paypal-transmission-sig range referer sec-fetch-site tus-resumable upload-length upload-metadata upload-offset user-agent x-forwarded-for x-forwarded-host".split(
    " ",
  );
const FORM = { "content-type": "application/x-www-form-urlencoded" };
type Sent = { path: string; headers?: Record<string, string>; body?: string };
/** A visitor's requests. */
const REQUESTS: Sent[] = [
  { path: "/" },
  { path: "/connexion.data" },
  { path: "/favicon.svg" },
  { path: "/media/rien.webp" },
  { path: "/favoris/rien" },
  { path: "/contact", headers: FORM, body: "a=b" },
  { path: "/favoris/rien", headers: FORM, body: "voulu=1" },
  { path: "/webhooks/paypal", headers: { "content-type": "application/json" }, body: "{}" },
];

const dashes = "-".repeat(255_000);
const part = (boundary: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n`;
/** Forms of up to 255 KB with hostile content types. */
const FORMS: Record<string, { types: string[]; body: string }> = {
  "15,000 spaces": { types: [`multipart/form-data;${filled(" ")}x`], body: "" },
  "a boundary of 15,000 dashes": {
    types: [`multipart/form-data; boundary=x${filled("-")}`],
    body: dashes,
  },
  "two types": {
    types: [
      "multipart/form-data; boundary=a",
      `multipart/form-data; boundary=x${filled("-").slice(100)}`,
    ],
    body: dashes,
  },
  "a boundary of 70 dashes": {
    types: [`multipart/form-data; boundary=${"-".repeat(69)}x`],
    body: dashes,
  },
  "an escaped quote in the boundary": {
    types: [`multipart/form-data; boundary="${"B".repeat(30)}\\"B"`],
    body: part("B".repeat(30)).repeat(2_500),
  },
};

/** Sends hostile headers of 15 KB to each kind of endpoint, and forms with hostile content types; measures /healthz meanwhile. */
export const headers: Attack = {
  name: "headers",
  run: () =>
    withAttackedShop({}, async ({ url, sql }) => {
      const { cookie } = await orderingCustomer(url, sql);
      const upload = { cookie, "tus-resumable": "1.0.0", "upload-length": "9" };
      const requests = [...REQUESTS, { path: "/televersements", headers: upload, body: "a" }];
      const bytesOf = ({ path, body, ...sent }: Sent, added: [string, string][]) => {
        const lines = [
          ["host", new URL(url).host],
          ["origin", url],
          ["connection", "close"],
          ...(body === undefined ? [] : [["content-length", String(body.length)]]),
          ...Object.entries(sent.headers ?? {}),
        ].filter(([name]) => !added.some(([other]) => other === name));
        const head = [...lines, ...added].map(([name, value]) => `${name}: ${value}\r\n`).join("");
        return `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\n${head}\r\n${body ?? ""}`;
      };
      const leastWait = (bytes: string) => waitBeside(url, () => sendRaw(url, bytes));
      const findings: Finding[] = [];
      for (const header of HEADERS) {
        let value = 0;
        for (const sent of requests)
          for (const text of VALUES)
            value = Math.max(value, await leastWait(bytesOf(sent, [[header, text]])));
        findings.push({
          figure: `/healthz beside a hostile ${header}`,
          value,
          limit: LONGEST_WAIT_MS,
          unit: "ms",
        });
      }
      for (const [what, { types, body }] of Object.entries(FORMS)) {
        const sent = { path: "/confirmer-adresse?lien=x", body };
        const value = await leastWait(
          bytesOf(
            sent,
            types.map((type) => ["content-type", type]),
          ),
        );
        findings.push({
          figure: `/healthz beside a form with ${what}`,
          value,
          limit: LONGEST_WAIT_MS,
          unit: "ms",
        });
      }
      return findings;
    }),
};
