/**
 * Runs tasks in a process beside the server: all of its memory is freed when it ends, a crash does not affect the
 * server, and a task can be stopped. This file has the code of both sides.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";

interface PendingTask<Task> {
  readonly id: number;
  readonly task: Task;
}

type Answered<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly fault: string };

interface Program {
  readonly name: string;
  /** The import name of a source file that calls `serveTasks`: "#app/…-process.ts". */
  readonly source: string;
  /** Without tasks for this long, the process ends. */
  readonly idleMs: number;
  /** A task that takes longer is stopped, with the process and its other tasks. The start of the process does not count. */
  readonly timeoutMs: number;
  /** 0 (the default) to 19. */
  readonly nice?: number;
}

/** How long a process may take to start before it is stopped. On a busy computer, a start takes several seconds. */
const START_MS = 60_000;

interface Running {
  readonly child: ChildProcess;
  /** Fulfilled when the process has started. */
  readonly serving: Promise<void>;
}

export interface WorkerProcess<Task, Result> {
  /**
   * Runs a task, concurrently with others.
   * @throws when the task threw, the process ended, the task took too long, or `close` was called. After the process
   * ended or a task took too long, the next task gets a new process
   */
  run(task: Task): Promise<Result>;
  /** Also stops running tasks. */
  close(): void;
}

/** The side of the server. Tasks and results are copied by structured clone, so they have no classes and functions. */
export function workerProcess<Task, Result>(program: Program): WorkerProcess<Task, Result> {
  const { name, idleMs, timeoutMs } = program;
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let running: Running | undefined;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function ended(child: ChildProcess, how: string): void {
    if (running?.child !== child) return;
    running = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`${name} ${how}`));
    waiting.clear();
  }

  function end(child: ChildProcess | undefined, how: string): void {
    if (!child) return;
    child.kill("SIGKILL");
    ended(child, how);
  }

  function started(): Running {
    // Located in the sources, because the program is not bundled: Node runs its source.
    const file = createRequire(import.meta.url).resolve(program.source);
    // No flags and secrets of the server. Two arenas: with the many of the default, freed memory stays scattered over
    // all of them.
    const env = { MALLOC_ARENA_MAX: "2" };
    const child = fork(file, [], { serialization: "advanced", execArgv: [], env });
    child.on("message", (answer: Answered<Result>) => {
      const pending = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("fault" in answer) pending?.reject(new Error(answer.fault));
      else pending?.resolve(answer.result);
    });
    child.on("error", (error) => end(child, `failed: ${error.message}`));
    child.on("exit", (code, signal) => ended(child, `ended with ${code ?? signal}`));
    try {
      if (child.pid && program.nice) setPriority(child.pid, program.nice);
    } catch {
      // Not permitted everywhere, and not essential.
    }
    return { child, serving: new Promise((resolve) => child.once("message", () => resolve())) };
  }

  return {
    async run(task) {
      if (closed) throw new Error(`${name} is closed`);
      clearTimeout(idle);
      running ??= started();
      const { child, serving } = running;
      const id = ++last;
      const pending = Promise.withResolvers<Result>();
      waiting.set(id, pending);
      let patience = setTimeout(() => end(child, "did not start"), START_MS);
      void serving.then(() => {
        clearTimeout(patience);
        if (waiting.has(id)) patience = setTimeout(() => end(child, "took too long"), timeoutMs);
      });
      try {
        child.send({ id, task } satisfies PendingTask<Task>);
        return await pending.promise;
      } finally {
        clearTimeout(patience);
        waiting.delete(id);
        if (waiting.size === 0) {
          clearTimeout(idle);
          idle = setTimeout(() => end(running?.child, "was idle"), idleMs).unref();
        }
      }
    },
    close() {
      closed = true;
      clearTimeout(idle);
      end(running?.child, "was ended");
    },
  };
}

/** The side of the process: runs tasks until the server has ended. */
export function serveTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  // Ctrl-C reaches both processes, and the server still needs the results.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  // `process.exit` would wait for running tasks.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.on("message", async ({ id, task }: PendingTask<Task>) => {
    const answer = await work(task).then(
      (result): Answered<Result> => ({ id, result }),
      (error: unknown): Answered<Result> => ({ id, fault: String(error) }),
    );
    if (process.connected) process.send?.(answer);
  });
  // An answer to no task says that the process has started.
  process.send?.({ id: 0, result: null } satisfies Answered<null>);
}
