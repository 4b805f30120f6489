import { afterEach, expect, test, vi } from "vitest";
import type { TestTask } from "#tests/support/task-process.ts";
import { type WorkerProcess, workerProcess } from "./worker-process.server.ts";

let side: WorkerProcess<TestTask, unknown>;
afterEach(() => side.close());

function start(program: { source?: string; idleMs?: number; timeoutMs?: number } = {}) {
  side = workerProcess({
    name: "the process of this test",
    source: "#tests/support/task-process.ts",
    idleMs: 600_000,
    timeoutMs: 600_000,
    ...program,
  });
}

const pidOf = async () => Number(await side.run("pid"));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const isGone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 15_000 });

test("tasks run in one other process, and megabytes arrive unchanged", async () => {
  start();
  const sent = new Uint8Array(5_000_000).map((_, n) => n % 251);
  const [pid, received, same] = await Promise.all([pidOf(), side.run(sent), pidOf()]);
  expect(pid).not.toBe(process.pid);
  expect(same).toBe(pid);
  expect(Buffer.from(sent.map((byte) => 255 - byte)).equals(received as Uint8Array)).toBe(true);
});

test("an error in a task is passed on, and the process goes on", async () => {
  start();
  const pid = await pidOf();
  await expect(side.run("throw")).rejects.toThrow("it cannot be done");
  expect(await pidOf()).toBe(pid);
});

test.each(["SIGKILL", "SIGSEGV"] as const)(
  "after %s the running tasks fail, and the next one runs",
  async (signal) => {
    start();
    const pid = await pidOf();
    const stalled = side.run("stall");
    process.kill(pid, signal);
    await expect(stalled).rejects.toThrow(`the process of this test ended with ${signal}`);
    expect(await pidOf()).not.toBe(pid);
  },
);

test("a process that exits by itself fails its task", async () => {
  start();
  await expect(side.run("end")).rejects.toThrow("ended with 3");
  expect(await pidOf()).toBeGreaterThan(0);
});

test("a task that takes too long is stopped, and the next one runs", async () => {
  start({ timeoutMs: 2_000 });
  const pid = await pidOf();
  await expect(side.run("stall")).rejects.toThrow("took too long");
  await isGone(pid);
  expect(await pidOf()).not.toBe(pid);
});

test("the time of a task does not include the start of the process", async () => {
  start({ source: "#tests/support/slow-task-process.ts", timeoutMs: 2_000 });
  expect(await pidOf()).toBeGreaterThan(0);
});

test("the process ends when it is idle, and not before [V1.4.3]", async () => {
  start({ idleMs: 1 });
  const pid = await pidOf();
  await isGone(pid);
  start({ idleMs: 600_000 });
  expect(await pidOf()).toBe(await pidOf());
});

test("a closed worker ends its process, fails running tasks and accepts no new ones", async () => {
  start();
  const pid = await pidOf();
  const stalled = side.run("stall");
  side.close();
  await expect(stalled).rejects.toThrow("was ended");
  await isGone(pid);
  await expect(side.run("pid")).rejects.toThrow("is closed");
});

test("a missing program is reported, and does not crash the server", async () => {
  side = workerProcess({ name: "it", source: "#tests/support/none.ts", idleMs: 1, timeoutMs: 600_000 });
  await expect(side.run("pid")).rejects.toThrow();
});
