import { once } from "node:events";

/** Environment of a process for `collectGarbage`: opens Node's inspector on this loopback port. */
export const inspectorEnv = (port: number): Record<string, string> => ({
  NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`,
});

/** Makes the process started with `inspectorEnv(port)` collect all garbage and release its memory pages. */
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
