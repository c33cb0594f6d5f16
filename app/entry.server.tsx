import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from "react-router";
import { describeError } from "./platform/log.server.ts";
import { requestContext } from "./platform/request-context.ts";
import { NonceContext } from "./shell/nonce.ts";

/**
 * Renders a page whole before it is sent: a body in one piece can be compressed, cached and aborted by the
 * visitor without harm to the process.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, services } = context.get(requestContext);
  let finalStatus = status;
  const html = await new Promise<string>((resolve, reject) => {
    const parts: Buffer[] = [];
    const whole = new Writable({
      write(part: Buffer, _encoding, done) {
        // React goes on writing into the same memory.
        parts.push(Buffer.from(part));
        done();
      },
      final(done) {
        resolve(Buffer.concat(parts).toString());
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady: () => pipe(whole),
        onShellError: reject,
        onError(error) {
          if (request.signal.aborted) return;
          finalStatus = 500;
          services.log.error({ error: describeError(error) }, "render");
        },
      },
    );
    request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  });
  // Scripts wait for what the visitor sees first: style, fonts and the first picture.
  const body = html.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"');
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(body, { status: finalStatus, headers });
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
