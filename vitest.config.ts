import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

// What is waited for comes when it comes: a second, the runner's own patience, is short on a busy machine.
const patient = { poll: { timeout: 30_000 } };

// The runner's own number is one less, which on two cores leaves one of them idle.
const maxWorkers = availableParallelism();
/** For tests that wait for a database, a process or a browser a third of their time. */
const oneMore = maxWorkers + 1;

// Not Vite's configuration of the shop: tests run the modules as they are, without the framework's plugins.
export default defineConfig({
  test: {
    // A test that finds nothing to do is a fault, and so is one that leaves a promise to fail alone.
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["{app,server,bench}/**/*.test.{ts,tsx}", "tests/house/**/*.test.ts"],
          exclude: ["**/*.db.test.*"],
          maxWorkers,
          isolate: false,
          // Properties are tried a hundred times, and types are checked, while the static checks run beside them.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "database",
          include: ["{app,server,tests}/**/*.db.test.{ts,tsx}"],
          setupFiles: ["tests/support/cheap-passwords.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          isolate: false,
          maxWorkers: oneMore,
          expect: patient,
          // Far longer than anything takes: some load the whole demo stock, beside another file that does as much.
          hookTimeout: 120_000,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "commands",
          include: ["tests/commands/**/*.test.ts"],
          globalSetup: ["tests/support/prepare-data.ts"],
          maxWorkers,
          expect: patient,
          hookTimeout: 120_000,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "shop",
          include: ["tests/pages/**/*.page.test.ts", "tests/e2e/**/*.e2e.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          isolate: false,
          // With delayed requests (`--slow`), tests wait most of their time.
          maxWorkers: process.env.SLOW_SEED ? oneMore + 2 : oneMore,
          expect: patient,
          hookTimeout: 120_000,
          // Some look at a dozen pages with axe.
          testTimeout: 300_000,
        },
      },
    ],
  },
});
