import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest files begin first: one that began last would run alone. */
const LONGEST = /(locks|fault-sample|starting|money-model|uploads|hostile-requests)[\w-]*\.test/;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(LONGEST.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => isLong(other) - isLong(one));
  }
}

export default defineConfig({
  test: {
    include: ["{app,server,scripts,tests/requests}/**/*.test.ts"],
    globalSetup: ["tests/support/one-postgres.ts"],
    setupFiles: ["tests/support/no-console-errors.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What is waited for comes when it comes: a slow machine is no fault.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    // One more than the cores of a small machine: one of them always waits for the database.
    maxWorkers: 3,
    // Each file has a shop and a database of its own; what it doesn't change it need not load again.
    isolate: false,
  },
});
