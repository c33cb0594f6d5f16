import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest files start first; otherwise one of them would run alone at the end. */
const LONGEST = /(locks|fault-sample|starting|money-model|recall-model|uploads|hostile-requests)[\w-]*\.test/;
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
    // Generous, so that a slow machine doesn't fail tests.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    // One more than the cores of a small machine, because one worker usually waits for the database.
    maxWorkers: 3,
    // Modules are loaded once per worker. Each test file has its own shop and database.
    isolate: false,
  },
});
