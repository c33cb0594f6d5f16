type Labels = Record<string, string>;
export type Sample = [labels: Labels, value: number];

/** Upper bounds of the histogram's buckets, in seconds. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** A histogram of durations, with one row per set of labels. */
export class Durations {
  readonly rows = new Map<string, { buckets: number[]; sum: number; count: number }>();

  add(labels: Labels, milliseconds: number): void {
    const key = formatLabels(labels);
    let row = this.rows.get(key);
    if (!row) this.rows.set(key, (row = { buckets: BOUNDS.map(() => 0), sum: 0, count: 0 }));
    const seconds = milliseconds / 1_000;
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) row.buckets[bucket]!++;
    row.sum += seconds;
    row.count++;
  }
}

/** A document in Prometheus' text format, version 0.0.4. */
export class Exposition {
  #lines: string[] = [];

  /** A value that only increases. */
  counter(name: string, help: string, samples: number | Sample[]): void {
    this.#samples(name, "counter", help, samples);
  }

  /** A value that can decrease. */
  gauge(name: string, help: string, samples: number | Sample[]): void {
    this.#samples(name, "gauge", help, samples);
  }

  durations(name: string, help: string, { rows }: Durations): void {
    this.#head(name, "histogram", help);
    for (const [labels, { buckets, sum, count }] of rows) {
      let upTo = 0;
      BOUNDS.forEach((bound, index) => {
        upTo += buckets[index]!;
        this.#lines.push(`${name}_bucket{${labels},le="${bound}"} ${upTo}`);
      });
      this.#lines.push(
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${sum}`,
        `${name}_count{${labels}} ${count}`,
      );
    }
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  #samples(name: string, type: string, help: string, samples: number | Sample[]): void {
    this.#head(name, type, help);
    if (typeof samples === "number") this.#lines.push(`${name} ${samples}`);
    else
      for (const [labels, value] of samples)
        this.#lines.push(`${name}{${formatLabels(labels)}} ${value}`);
  }

  #head(name: string, type: string, help: string): void {
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
  }
}

/** Doesn't escape values: they are the shop's own names (routes, queues, states). */
function formatLabels(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(",");
}
