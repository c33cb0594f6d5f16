import { once } from "node:events";

/** Settings of a process that can be asked to collect; `port` of its inspector, on loopback. */
export const collecting = (port: number): Record<string, string> => ({
  NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`,
});

/** Has V8 collect all garbage of the process started with `collecting(port)`, and give its pages back. */
export async function collectGarbage(port: number): Promise<void> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const inspector = new WebSocket(target!.webSocketDebuggerUrl);
  await once(inspector, "open");
  inspector.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
  await once(inspector, "message");
  inspector.close();
}
