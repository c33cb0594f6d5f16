import sharp from "sharp";
import { MEGABYTE } from "#app/media/upload-schema.ts";
import { createUpload, sendPicture } from "../support/tus.ts";
import {
  LONGEST_WAIT_MS,
  waitBeside,
  withAttackedShop,
  type Attack,
  type Finding,
} from "./attack.ts";
import { administrator, orderingCustomer } from "./customers.ts";

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842"><rect width="595" height="220" fill="#039"/>${content}</svg>`;
/** Groups of 10^9 rectangles. */
const nested = Array.from(
  { length: 9 },
  (_one, level) =>
    `<g id="g${level}">${(level === 0 ? '<rect width="9" height="9"/>' : `<use href="#g${level - 1}"/>`).repeat(10)}</g>`,
).join("");
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#039" }, limitInputPixels: false })
    .png()
    .toBuffer();

/** Files that must be refused. */
const HOSTILE: Record<string, () => string | Promise<Buffer>> = {
  "an HTML page": () => "<!doctype html><script>alert(1)</script>",
  "a page that is also an SVG": () =>
    `<html><body>${svg("<script>alert(1)</script>")}</body></html>`,
  "a script": () => svg("<script>alert(1)</script>"),
  "an event": () => svg('<rect onclick = "alert(1)"/>'),
  "an outside picture": () => svg('<image href="http://127.0.0.1:9/x.png"/>'),
  "an outside file": () => svg('<image href="file:///etc/passwd"/>'),
  "an encoded address": () => svg('<image href="&#x66;ile:///etc/passwd"/>'),
  "an outside style": () => svg('<style>@import "http://127.0.0.1:9/x.css";</style>'),
  entities: () =>
    `<!DOCTYPE svg [<!ENTITY a "${"x".repeat(1_000)}"><!ENTITY b "${"&a;".repeat(1_000)}">]>${svg("<text>&b;</text>")}`,
  "an open DOCTYPE": () => `${svg("")}${"<!DOCTYPE".repeat(100_000)}`,
  "a picture of 144 megapixels": () => png(12_000, 12_000),
  noise: () =>
    svg(
      '<filter id="f"><feTurbulence baseFrequency="9"/></filter><rect width="595" height="842" filter="url(#f)"/>',
    ),
};

/** An administrator uploads hostile files as the official notice; counts those that are taken, and measures /healthz meanwhile. */
export const notices: Attack = {
  name: "notices",
  run: () =>
    withAttackedShop({}, async ({ url, sql }) => {
      const admin = await administrator(url, sql);
      const findings: Finding[] = [];
      const taken: string[] = [];
      const send = async (what: string, content: string | Buffer) => {
        let answer: Awaited<ReturnType<typeof sendPicture>>;
        const value = await waitBeside(url, async () => {
          answer = await sendPicture(admin, "notice", Buffer.from(content), "avis.svg");
          // Otherwise the number of uploads is limited.
          await sql`DELETE FROM uploads`;
        });
        findings.push({
          figure: `/healthz beside ${what}`,
          value,
          limit: LONGEST_WAIT_MS,
          unit: "ms",
        });
        return answer!.picture !== undefined;
      };
      for (const [what, file] of Object.entries(HOSTILE))
        if (await send(what, await file())) taken.push(what);
      // Its ten seconds of processor time belong to another process: no figure of /healthz.
      const bomb = Buffer.from(svg(`${nested}<use href="#g8"/>`));
      if ((await sendPicture(admin, "notice", bomb, "avis.svg")).picture) taken.push("a bomb");
      console.log(`taken: ${taken.join(", ") || "none"}`);
      const large = await createUpload(admin, { kind: "notice", size: 40 * MEGABYTE });
      const customer = await orderingCustomer(url, sql);
      const foreign = await createUpload(customer, { kind: "notice", size: 9 });
      return [
        ...findings,
        { figure: "hostile files taken", value: taken.length, limit: 0 },
        { figure: "40 MB taken", value: large.status === 201 ? 1 : 0, limit: 0 },
        { figure: "a customer's file taken", value: foreign.status === 201 ? 1 : 0, limit: 0 },
      ];
    }),
};
