import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

// The default timeout of `expect.poll` is one second, which is too short on a busy machine.
const patient = { poll: { timeout: 30_000 } };

// Node runs these three thousand generated modules as they are. If Vite transformed them, each worker would need two
// seconds instead of half a second to load them.
const generated = { deps: { external: [/\/app\/paraglide\//] } };

// Vitest's default is one worker less than there are cores, which leaves one of two cores idle.
const maxWorkers = availableParallelism();
/** The workers for tests that spend a third of their time waiting for a database, a process or a browser. */
const oneMore = maxWorkers + 1;

// Does not extend vite.config.ts: tests run the modules without the plugins of the framework.
export default defineConfig({
  test: {
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    // Projects with different numbers of workers can run together (`npm test -- changed`) only in different groups.
    projects: [
      {
        test: {
          name: "unit",
          sequence: { groupOrder: 0 },
          server: generated,
          include: ["{app,server,bench}/**/*.test.{ts,tsx}", "tests/house/**/*.test.ts"],
          exclude: ["**/*.db.test.*"],
          maxWorkers,
          isolate: false,
          // Property tests run a hundred cases, some tests run the compiler, and the static checks use the same cores.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "database",
          sequence: { groupOrder: 1 },
          server: generated,
          include: ["{app,server,tests}/**/*.db.test.{ts,tsx}"],
          setupFiles: ["tests/support/cheap-passwords.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          isolate: false,
          maxWorkers: oneMore,
          expect: patient,
          // The slowest tests load the whole demo stock, in several workers at the same time.
          hookTimeout: 120_000,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "commands",
          sequence: { groupOrder: 2 },
          server: generated,
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
          name: "deploy",
          sequence: { groupOrder: 4 },
          server: generated,
          include: ["tests/deploy/**/*.test.ts"],
          globalSetup: ["tests/support/prepare-data.ts", "tests/support/packed-archive.ts"],
          maxWorkers,
          expect: patient,
          // Packages are installed, a system is unpacked, an image is built.
          hookTimeout: 600_000,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: "shop",
          sequence: { groupOrder: 3 },
          server: generated,
          include: ["tests/pages/**/*.page.test.ts", "tests/e2e/**/*.e2e.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          isolate: false,
          // With delayed requests (`--slow`), tests wait most of their time.
          maxWorkers: process.env.SLOW_SEED ? oneMore + 2 : oneMore,
          expect: patient,
          hookTimeout: 120_000,
          // Some tests check a dozen pages with axe.
          testTimeout: 300_000,
        },
      },
    ],
  },
});
