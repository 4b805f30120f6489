// The code of a separate process, which renderer.server.ts starts. A memory leak or a crash while decoding affects only
// this process.
import { serveTasks } from "#app/platform/worker-process.server.ts";
import { PhotoRefused, render, renderAvif, renderDhash } from "./render.server.ts";
import type { RenderAnswer, RenderTask } from "./renderer.server.ts";

serveTasks(async ({ kind, file, square }: RenderTask): Promise<RenderAnswer> => {
  try {
    if (kind === "dhash") return { dhash: await renderDhash(file) };
    return kind === "avif" ? { pictures: await renderAvif(file) } : { rendered: await render(file, square) };
  } catch (error) {
    // Class instances cannot be passed between processes.
    if (error instanceof PhotoRefused) return { refused: error.fault };
    throw error;
  }
});
