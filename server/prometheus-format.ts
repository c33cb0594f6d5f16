type Labels = Record<string, string>;
export type Sample = [labels: Labels, value: number];

/** Upper bounds of the durations that are counted apart, in seconds. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Durations counted by size, a row for each set of labels. */
export class Durations {
  readonly rows = new Map<string, { sizes: number[]; sum: number; count: number }>();

  add(labels: Labels, milliseconds: number): void {
    const key = written(labels);
    let row = this.rows.get(key);
    if (!row) this.rows.set(key, (row = { sizes: BOUNDS.map(() => 0), sum: 0, count: 0 }));
    const seconds = milliseconds / 1_000;
    const size = BOUNDS.findIndex((bound) => seconds <= bound);
    if (size >= 0) row.sizes[size]!++;
    row.sum += seconds;
    row.count++;
  }
}

/** A page of Prometheus' text format (version 0.0.4). */
export class Exposition {
  #lines: string[] = [];

  /** What only grows. */
  counter(name: string, help: string, samples: number | Sample[]): void {
    this.#tell(name, "counter", help, samples);
  }

  /** What goes up and down. */
  gauge(name: string, help: string, samples: number | Sample[]): void {
    this.#tell(name, "gauge", help, samples);
  }

  durations(name: string, help: string, { rows }: Durations): void {
    this.#head(name, "histogram", help);
    for (const [labels, { sizes, sum, count }] of rows) {
      let upTo = 0;
      BOUNDS.forEach((bound, index) => {
        upTo += sizes[index]!;
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

  #tell(name: string, type: string, help: string, samples: number | Sample[]): void {
    this.#head(name, type, help);
    if (typeof samples === "number") this.#lines.push(`${name} ${samples}`);
    else
      for (const [labels, value] of samples)
        this.#lines.push(`${name}{${written(labels)}} ${value}`);
  }

  #head(name: string, type: string, help: string): void {
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
  }
}

/** Values are ours (routes, queues, states): none holds what would have to be escaped. */
function written(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(",");
}
