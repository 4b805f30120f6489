// A process of its own (draw-queue.server.ts): what decoding and drawing leave behind in memory ends with it.
import { serveTasks } from "#app/platform/worker-process.server.ts";
import { draw } from "./draw.server.ts";
import type { DrawTask } from "./draw-queue.server.ts";

serveTasks(({ picture, photo }: DrawTask) => draw(picture, photo));
