import { Hono } from "hono";
import { runDecoder } from "#app/media/run-decoder.server.ts";
import type { Services } from "#app/request-context.ts";
import { drawCard, drawIcon } from "./brand-pictures.server.ts";
import { brandSheet, type Look } from "./look.server.ts";

const YEAR = "public, max-age=31536000, immutable";
/** For /favicon.svg and /og.jpg, whose address stays the same when the brand changes. */
const HOUR = "public, max-age=3600";
/** For a hash that this node does not know: another node may have newer settings, so no cache may keep this answer under that hash. */
const NEVER = "no-store";
const DRAWING_LIMITS = { megabytes: 512, cpuSeconds: 10 };

/** `lacksLogo`: the picture shows the shop's name, because the logo's file is missing. */
type Drawn = { type: string; body: string | Uint8Array<ArrayBuffer>; lacksLogo: boolean };

/**
 * GET /apparence/<hash>.css, .svg and .jpg: the style sheet, icon and social picture of a shop with its own brand; also
 * /favicon.svg and /og.jpg. For any other hash it sends the current files.
 */
export function brandEndpoint(services: Pick<Services, "settings" | "storage" | "log">): Hono {
  const { settings, storage, log } = services;
  const app = new Hono();
  /** Cache of the drawn pictures of the current brand, by address. */
  const drawn = new Map<string, Promise<Drawn>>();

  /** Reads the logo. Null without one, or when its file is missing (a restore without files), which is logged. */
  async function logoOf({ logo }: Look) {
    if (!logo) return null;
    const content = await storage.read(logo.path).catch((error: unknown) => {
      if ((error as { code?: string }).code !== "ENOENT") throw error;
      log.error({ path: logo.path }, "the file of the logo is missing: the name is drawn instead");
      return null;
    });
    return content && { ...logo, content };
  }

  async function draw(address: string, look: Look): Promise<Drawn> {
    const { shop } = settings.current();
    const logo = await logoOf(look);
    const lacksLogo = look.logo !== undefined && !logo;
    if (address.endsWith(".svg"))
      return { type: "image/svg+xml", body: await drawIcon(shop.name, look, logo), lacksLogo };
    const svg = await drawCard(shop, look, logo);
    const made = await runDecoder({ kind: "drawing", svg }, DRAWING_LIMITS);
    if (made.kind === "ended") throw new Error(`the social picture ended by ${made.signal}`);
    return { type: "image/jpeg", body: new Uint8Array(made.result), lacksLogo };
  }

  function drawnOnce(address: string, look: Look): Promise<Drawn> {
    const known = drawn.get(address);
    if (known) return known;
    // Evicts the pictures of a former brand.
    for (const other of drawn.keys())
      if (other !== look.icon && other !== look.picture) drawn.delete(other);
    const made = draw(address, look);
    drawn.set(address, made);
    made.catch(() => drawn.delete(address));
    return made;
  }

  const send = async (address: string, look: Look, caching: string) => {
    const { type, body, lacksLogo } = await drawnOnce(address, look);
    const headers = {
      "content-type": type,
      "cache-control": lacksLogo && caching === YEAR ? HOUR : caching,
    };
    return new Response(body, { headers });
  };

  app.get("/apparence/:file{[0-9a-f]{16}\\.(?:css|svg|jpg)}", async (c) => {
    const { look } = settings.current().shop;
    const current = look && { css: look.sheet, svg: look.icon, jpg: look.picture };
    const address = current?.[c.req.param("file").slice(17) as "css" | "svg" | "jpg"];
    if (!look || !address) return c.text("Not found", 404, { "cache-control": NEVER });
    const caching = address === c.req.path ? YEAR : NEVER;
    if (address !== look.sheet) return send(address, look, caching);
    return c.body(brandSheet(settings.current().groups), 200, {
      "content-type": "text/css; charset=utf-8",
      "cache-control": caching,
    });
  });
  app.all("/apparence/*", (c) => c.text("Not found", 404));
  // A shop with the default brand: the static files of the build answer.
  app.get("/favicon.svg", (_c, next) => ofBrand("icon", next));
  app.get("/og.jpg", (_c, next) => ofBrand("picture", next));

  async function ofBrand(picture: "icon" | "picture", next: () => Promise<void>) {
    const { look } = settings.current().shop;
    return look ? send(look[picture], look, HOUR) : next();
  }
  return app;
}
