import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

type Load = { url: string; headers: Record<string, string>; perSecond: number; seconds: number };

/**
 * Open-loop load: requests a page at random moments (a Poisson process) without waiting for responses. Returns the
 * milliseconds from when each request was due to its last byte. A generator that waits for each response (coordinated omission),
 * or that sends requests in bursts, would distort the latency. Works up to some hundred requests a second.
 */
export async function steadyLoad({ url, headers, perSecond, seconds }: Load): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const end = performance.now() + seconds * 1_000;
  let due = performance.now();
  while ((due += (-Math.log(1 - Math.random()) * 1_000) / perSecond) < end) {
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    const began = due;
    answers.push(
      request(url, headers, agent).then(() => void times.push(performance.now() - began)),
    );
  }
  await Promise.all(answers);
  agent.destroy();
  return times;
}

function request(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume().on("end", resolve).on("error", reject);
    }).on("error", reject);
  });
}
