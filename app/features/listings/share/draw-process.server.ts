// A process of its own (drawer.server.ts): what decoding and drawing leave behind in memory ends with it.
import { serveTasks } from "#app/platform/side-process.server.ts";
import { draw } from "./draw.server.ts";
import type { DrawTask } from "./drawer.server.ts";

serveTasks(({ picture, photo }: DrawTask) => draw(picture, photo));
