// draw-queue.server.ts starts this process. When it ends, the memory used by decoding and drawing is freed.
import { serveTasks } from "#app/platform/worker-process.server.ts";
import { draw } from "./draw.server.ts";
import type { DrawTask } from "./draw-queue.server.ts";

serveTasks(({ picture, photo }: DrawTask) => draw(picture, photo));
