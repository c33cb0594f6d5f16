import { renderToString } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from "react-router";
import { withLateScripts } from "./late-scripts.ts";
import { markupOf } from "./memoized-markup.server.tsx";
import { closedAnswer } from "./opening/closed-answer.ts";
import { bytesOf } from "./page-bytes.server.ts";
import { describeError } from "./platform/log.server.ts";
import { requestContext } from "./request-context.ts";
import type { RootData } from "./root-data.ts";
import { NonceContext } from "./shell/nonce.ts";
import { ShopNameContext } from "./shop-name.ts";
import { MarkupContext } from "./ui/memoized.tsx";

/**
 * Renders a page as one string, at half the cost of a stream (decision 22). This is possible because no loader defers data
 * and nothing suspends on the server. The page's bytes are passed to `RequestContext.setPageBytes`; the returned Response
 * has the status and headers, but no body, which would become a stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...entryContext }: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, setPageBytes, services } = context.get(requestContext);
  const { staticHandlerContext } = entryContext;
  const { root } = staticHandlerContext.loaderData as { root?: RootData };
  const html = renderToString(
    <NonceContext value={nonce}>
      <ShopNameContext value={services.settings.current().shop.name}>
        <MarkupContext value={markupOf}>
          <ServerRouter context={withOwnRoutes(entryContext)} url={request.url} nonce={nonce} />
        </MarkupContext>
      </ShopNameContext>
    </NonceContext>,
  );
  headers.set("content-type", "text/html; charset=utf-8");
  // The page of a closed shop has no scripts.
  if (closedAnswer(staticHandlerContext.errors?.["root"])) {
    setPageBytes(bytesOf(["<!DOCTYPE html>", html]));
    return new Response(null, { status, headers });
  }
  const data = await dataScripts(serverHandoffStream!, nonce);
  const [headEnd, footEnd, bodyEnd] = [
    html.indexOf("</head>"),
    html.lastIndexOf("</footer>"),
    html.lastIndexOf("</body>"),
  ];
  // Only in the head and the end: replacing in the whole page would take 3 to 5 % of the rendering time (docs/performance.md).
  const ends = { head: html.slice(0, headEnd), end: html.slice(footEnd, bodyEnd) };
  const { head, end } = withLateScripts(ends, nonce, root?.viewer === null);
  const body = html.slice(headEnd, footEnd);
  setPageBytes(bytesOf(["<!DOCTYPE html>", head, body, end, data, html.slice(bodyEnd)]));
  return new Response(null, { status, headers });
}

/**
 * The context with only the routes that match this page. Otherwise React Router would build all routes of the shop for each
 * page, a tenth of the rendering time (docs/performance.md).
 */
function withOwnRoutes(context: Omit<EntryContext, "serverHandoffStream">): EntryContext {
  const { manifest, routeModules, staticHandlerContext } = context;
  const ids = staticHandlerContext.matches.map(({ route: { id } }) => id);
  const own = <Of,>(routes: Record<string, Of>) =>
    Object.fromEntries(ids.map((id) => [id, routes[id]!]));
  return {
    ...context,
    manifest: { ...manifest, routes: own(manifest.routes) },
    routeModules: own(routeModules),
  };
}

const ESCAPES: Record<string, string> = {
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** The markup of the loaders' data: inline scripts, written as React Router's `StreamTransfer` component does. */
async function dataScripts(data: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const script = (call: string) =>
    `<script nonce="${nonce}">window.__reactRouterContext.streamController.${call};</script>`;
  let scripts = "";
  for await (const part of data) {
    const text = JSON.stringify(Buffer.from(part).toString());
    scripts += script(`enqueue(${text.replace(/[<\u2028\u2029]/g, (sign) => ESCAPES[sign]!)})`);
  }
  return scripts + script("close()");
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  // Not logged: requests that the client aborted, and thrown responses such as 404 or 405.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(requestContext).services.log.error(
    {
      path: new URL(request.url).pathname,
      error: describeError(error),
    },
    "request",
  );
}
