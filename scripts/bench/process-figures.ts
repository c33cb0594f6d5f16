const TOKEN = "metrics-of-the-benchmark";

/** Environment of a measured shop: lets `processFigures` read its /metrics. */
export const METRICS_ENV = { METRICS_TOKEN: TOKEN };

/** Processor time since the start (seconds) and resident memory (MB of 1,024 KB) of the shop at `url`, from its /metrics. */
export async function processFigures(
  url: string,
): Promise<{ cpuSeconds: number; residentMb: number }> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await answer.text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)![1]);
  return {
    cpuSeconds: metric("process_cpu_seconds_total"),
    residentMb: metric("process_resident_memory_bytes") / 1_024 ** 2,
  };
}
