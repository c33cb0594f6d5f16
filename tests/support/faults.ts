import type { Services } from "#app/request-context.ts";

/** Kinds of faults: the process is killed, or the call fails, never ends, or is made twice. */
export const FAULT_KINDS = ["crash", "throw", "hang", "twice"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];
/** A fault point names the call and the moment: « transaction 3, before its commit ». */
export type Plan = { point: string; kind: FaultKind };

const WRITES = new Set(["insert", "update", "delete", "execute"]);
const TABLE_NAME = Symbol.for("drizzle:Name");

/**
 * Wraps the shop's services with a fault at one point: around every transaction, single write, provider call and sent
 * mail. `reached` is called for each point once faults are armed. The shop's own code is unchanged.
 */
export function withFaults(
  services: Services,
  plan: Plan | null,
  reached: (point: string) => void,
): { services: Services; arm: () => void } {
  let isArmed = false;
  const counts = new Map<string, number>();

  async function pass(point: string): Promise<void> {
    if (!isArmed) return;
    reached(point);
    if (plan?.point !== point) return;
    if (plan.kind === "throw") throw new Error(`fault at ${point}`);
    if (plan.kind === "crash") process.kill(process.pid, "SIGKILL");
    if (plan.kind !== "twice") await new Promise(() => undefined);
  }

  async function call<Result>(
    name: string,
    make: (named: string) => Promise<Result>,
  ): Promise<Result> {
    if (!isArmed) return make(name);
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    const named = `${name} ${number}`;
    await pass(`${named}, before`);
    const result = await make(named);
    await pass(`${named}, after`);
    const isTwice = plan?.kind === "twice" && plan.point === `${named}, before`;
    return isTwice ? make(named) : result;
  }

  const db = new Proxy(services.db, {
    get(target, property) {
      if (property === "transaction")
        return (work: (tx: unknown) => Promise<unknown>, options: undefined) =>
          call("transaction", (named) =>
            target.transaction(async (tx) => {
              const result = await work(tx);
              await pass(`${named}, before its commit`);
              return result;
            }, options),
          );
      const value: unknown = Reflect.get(target, property);
      if (typeof property !== "string" || !WRITES.has(property)) return value;
      return (...args: unknown[]) => {
        const table = (args[0] as Record<symbol, unknown> | undefined)?.[TABLE_NAME];
        const build = () => (value as (...all: unknown[]) => object).apply(target, args);
        return deferred(build, [], (run) => call([property, table].filter(Boolean).join(" "), run));
      };
    },
  });

  const paypal = Object.fromEntries(
    Object.entries(services.paypal).map(([name, act]) => [
      name,
      typeof act === "function"
        ? (...args: unknown[]) =>
            call(`provider ${name}`, () =>
              (act as (...all: unknown[]) => Promise<unknown>)(...args),
            )
        : act,
    ]),
  ) as Services["paypal"];

  const mailer: Services["mailer"] = {
    send: (letter) => call("mail", () => services.mailer.send(letter)),
  };
  return {
    services: { ...services, db, paypal, mailer },
    arm: () => void (isArmed = true),
  };
}

/** Records the calls of a query builder, and rebuilds the query for each run. */
function deferred(
  build: () => object,
  steps: readonly [PropertyKey, unknown[]][],
  run: (make: () => Promise<unknown>) => Promise<unknown>,
): object {
  const make = async (): Promise<unknown> => {
    let query: unknown = build();
    for (const [name, args] of steps)
      query = (query as Record<PropertyKey, (...all: unknown[]) => unknown>)[name]!(...args);
    return query;
  };
  return new Proxy(Object.create(null), {
    get(_target, property) {
      // oxlint-disable-next-line unicorn/no-thenable -- a query is awaited as it stands
      if (property === "then")
        return (...handlers: Parameters<Promise<unknown>["then"]>) => run(make).then(...handlers);
      if (property === "catch")
        return (handler: Parameters<Promise<unknown>["catch"]>[0]) => run(make).catch(handler);
      return (...args: unknown[]) => deferred(build, [...steps, [property, args]], run);
    },
  });
}
