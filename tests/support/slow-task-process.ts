// A process that takes longer to start than its tasks may take.
import { serveTasks } from "#app/platform/worker-process.server.ts";

await new Promise((resolve) => setTimeout(resolve, 2_500));
serveTasks(async () => process.pid);
