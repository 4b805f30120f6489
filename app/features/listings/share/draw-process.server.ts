// A separate process (draw-queue.server.ts), so that the memory used by decoding and drawing is freed when it ends.
import { serveTasks } from "#app/platform/worker-process.server.ts";
import { draw } from "./draw.server.ts";
import type { DrawTask } from "./draw-queue.server.ts";

serveTasks(({ picture, photo }: DrawTask) => draw(picture, photo));
