import { Agent, get } from "node:http";

type Load = {
  address: string;
  headers: Record<string, string>;
  /** Asked for each visitor: the machine may have become slower. */
  perSecond: () => number;
  seconds: number;
};

/**
 * Asks for a page at random moments, as visitors who know nothing of each other, whatever the answers take: a
 * generator that waits for answers, or fires each second's requests at once, measures itself. Gives milliseconds from the moment
 * each request was due. Good for some hundreds a second.
 */
export async function steadyVisitors(load: Load): Promise<{ p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const end = performance.now() + load.seconds * 1_000;
  let due = performance.now();
  while ((due += (-Math.log(1 - Math.random()) * 1_000) / load.perSecond()) < end) {
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const moment = due;
    answers.push(
      ask(load, agent).then(() => {
        times.push(performance.now() - moment);
      }),
    );
  }
  await Promise.all(answers);
  agent.destroy();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function ask({ address, headers }: Load, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`));
      answer.resume().once("end", resolve).once("error", reject);
    }).once("error", reject);
  });
}
