import { renderToString } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from "react-router";
import { withLateScripts } from "./late-scripts.ts";
import { markupOf } from "./memoized-markup.server.tsx";
import { bytesOf } from "./page-bytes.server.ts";
import { describeError } from "./platform/log.server.ts";
import { requestContext } from "./platform/request-context.ts";
import type { RootData } from "./root.tsx";
import { NonceContext } from "./shell/nonce.ts";
import { MarkupContext } from "./ui/memoized.tsx";

/**
 * Renders a page whole before it is sent: a body in one piece can be compressed, cached and aborted by the
 * visitor without harm to the process. Its bytes go beside the Response (`RequestContext.sends`). No loader of ours
 * defers its data and nothing suspends on the server, so a string does, at half the cost of a stream (decision 0022).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...entryContext }: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, sends } = context.get(requestContext);
  const { staticHandlerContext } = entryContext;
  const { root } = staticHandlerContext.loaderData as { root?: RootData };
  const html = renderToString(
    <NonceContext value={nonce}>
      <MarkupContext value={markupOf}>
        <ServerRouter context={withOwnRoutes(entryContext)} url={request.url} nonce={nonce} />
      </MarkupContext>
    </NonceContext>,
  );
  const data = await dataScripts(serverHandoffStream!, nonce);
  const [headEnd, footEnd, bodyEnd] = [
    html.indexOf("</head>"),
    html.lastIndexOf("</footer>"),
    html.lastIndexOf("</body>"),
  ];
  // Only the ends of a page are written over: a tenth of its cost was looking through all of it.
  const ends = { head: html.slice(0, headEnd), end: html.slice(footEnd, bodyEnd) };
  const { head, end } = withLateScripts(ends, nonce, root?.viewer === null);
  const body = html.slice(headEnd, footEnd);
  sends(bytesOf(["<!DOCTYPE html>", head, body, end, data, html.slice(bodyEnd)]));
  // V8 keeps each page's router until it collects what is old (decision 22): not with the data.
  staticHandlerContext.loaderData = {};
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(null, { status, headers });
}

/** The router makes its routes anew for each page: of the page's own routes alone. The others are never rendered. */
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

/** What the loaders said, as React Router's own `StreamTransfer` hands it to the page. */
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
  // An answer such as 404 or 405 is no fault of ours.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(requestContext).services.log.error(
    {
      path: new URL(request.url).pathname,
      error: describeError(error),
    },
    "request",
  );
}
