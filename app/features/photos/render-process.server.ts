// A process of its own (renderer.server.ts): what decoding leaves behind in memory ends with it, and so does a crash.
import { serveTasks } from "#app/platform/worker-process.server.ts";
import { PhotoRefused } from "./photo-refused.ts";
import { render, renderAvif } from "./render.server.ts";
import type { RenderAnswer, RenderTask } from "./renderer.server.ts";

serveTasks(async ({ kind, file, square }: RenderTask): Promise<RenderAnswer> => {
  try {
    return kind === "avif" ? { pictures: await renderAvif(file) } : { rendered: await render(file, square) };
  } catch (error) {
    // A class does not cross to another process.
    if (error instanceof PhotoRefused) return { refused: error.fault };
    throw error;
  }
});
