import { type Config, configure, env } from "#app/platform/env.server.ts";

/** Runs `run` with a changed configuration, and restores the old one afterwards. */
export async function withEnv(change: Partial<Config>, run: () => unknown): Promise<void> {
  const before = env();
  configure({ ...before, ...change });
  try {
    await run();
  } finally {
    configure(before);
  }
}
