import { type ComponentType, lazy } from "react";

const AGAIN_MS = 5_000;

/**
 * A part that works unseen, loaded by itself. Where its code cannot be had it is asked for again: `lazy` alone would
 * throw, and an error page would stand in place of a page that lacks nothing.
 */
export function inBackground<Props extends object>(load: () => Promise<ComponentType<Props> | undefined>) {
  return lazy(async () => ({ default: await patiently(load) }));
}

async function patiently<Part>(load: () => Promise<Part | undefined>): Promise<Part> {
  for (;;) {
    // On a line that breaks, an import was seen to end without a fault and without what it brings.
    const part = await load().catch(() => undefined);
    if (part !== undefined) return part;
    await new Promise((again) => setTimeout(again, AGAIN_MS));
  }
}
