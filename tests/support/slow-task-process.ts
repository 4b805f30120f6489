// A process that takes longer to start than its tasks may take.
import { setTimeout as delay } from "node:timers/promises";
import { serveTasks } from "#app/platform/worker-process.server.ts";

await delay(2_500);
serveTasks(async () => process.pid);
