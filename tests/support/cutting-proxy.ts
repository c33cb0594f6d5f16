import { createServer, request, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** A forwarded PATCH request: its offset, its announced length, the bytes that passed, and whether the proxy cut it. */
export type SentChunk = { offset: number; length: number; passed: number; isCut: boolean };

/** A proxy that throttles uploads to `bytesPerSecond` and resets the connection at each total of `cutsAt` bytes. */
export async function cuttingProxy(
  target: URL,
  { bytesPerSecond, cutsAt }: { bytesPerSecond: number; cutsAt: readonly number[] },
) {
  const chunks: SentChunk[] = [];
  const cuts = [...cutsAt];
  let passedInAll = 0;
  let inProgress = 0;

  const server = createServer((incoming, answer) => {
    const outgoing = request(
      { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(answer);
        response.on("error", () => answer.destroy());
      },
    );
    for (const [name, value = ""] of Object.entries(incoming.headers))
      outgoing.setHeader(name, value);
    const breakOff = () => {
      outgoing.destroy();
      answer.destroy();
      incoming.destroy();
    };
    outgoing.on("error", breakOff);
    answer.on("close", () => outgoing.destroy());
    if (incoming.method === "PATCH") void slowly(incoming, outgoing, breakOff);
    else incoming.pipe(outgoing);
  });

  async function slowly(
    incoming: IncomingMessage,
    outgoing: ReturnType<typeof request>,
    breakOff: () => void,
  ): Promise<void> {
    const { headers } = incoming;
    const chunk: SentChunk = {
      offset: Number(headers["upload-offset"]),
      length: Number(headers["content-length"]),
      passed: 0,
      isCut: false,
    };
    chunks.push(chunk);
    inProgress++;
    try {
      for await (const bytes of incoming as AsyncIterable<Buffer>) {
        outgoing.write(bytes);
        chunk.passed += bytes.length;
        passedInAll += bytes.length;
        if (passedInAll >= (cuts[0] ?? Number.POSITIVE_INFINITY)) {
          cuts.shift();
          chunk.isCut = true;
          breakOff();
          return;
        }
        await pause((bytes.length / bytesPerSecond) * 1_000);
      }
      outgoing.end();
    } catch {
      // The browser disconnected.
      breakOff();
    } finally {
      inProgress--;
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    chunks,
    /** Upload bytes forwarded so far. */
    passed: () => passedInAll,
    /** PATCH requests in progress. */
    inProgress: () => inProgress,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
