// The worker process of app/platform/worker-process.test.ts. A task can succeed, fail, hang or end the process.
import { setTimeout as delay } from "node:timers/promises";
import { serveTasks } from "#app/platform/worker-process.server.ts";

export type TestTask = "pid" | "throw" | "end" | "stall" | Uint8Array<ArrayBuffer>;

serveTasks(async (task: TestTask): Promise<number | Uint8Array> => {
  if (typeof task !== "string") return task.map((byte) => 255 - byte);
  if (task === "throw") throw new Error("it cannot be done");
  if (task === "end") process.exit(3);
  if (task === "stall") await delay(600_000);
  return process.pid;
});
