/**
 * Runs work in a separate process beside the server. When the process ends, the system gets all of its memory back. A
 * crash does not affect the server, and a task can be stopped in the middle. This file has the server's side and the
 * process's side.
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
  /** A source file that calls `serveTasks`, by its import name: "#app/…-process.ts". */
  readonly source: string;
  /** The process ends after this time without tasks. */
  readonly idleMs: number;
  /** A task that takes longer is stopped, together with the process and its other tasks. */
  readonly timeoutMs: number;
  /** The process's niceness: 0 (the default) to 19. */
  readonly nice?: number;
}

export interface WorkerProcess<Task, Result> {
  /**
   * Runs the task, and starts the process when it is not running. Tasks run concurrently.
   * @throws when the work threw, the process ended or took too long, or `close` was called. The next task is not
   * affected: it gets a new process.
   */
  run(task: Task): Promise<Result>;
  /** Ends the process immediately, even during a task. */
  close(): void;
}

/**
 * The server's side: starts the process and gives it tasks. Tasks and results are copied by structured clone: buffers
 * work, classes and functions do not.
 */
export function workerProcess<Task, Result>(program: Program): WorkerProcess<Task, Result> {
  const { name, idleMs, timeoutMs } = program;
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let running: ChildProcess | undefined;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function ended(child: ChildProcess, how: string): void {
    if (running !== child) return;
    running = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`${name} ${how}`));
    waiting.clear();
  }

  function end(child: ChildProcess | undefined, how: string): void {
    if (!child) return;
    child.kill("SIGKILL");
    ended(child, how);
  }

  function started(): ChildProcess {
    // Located in the sources, because this file is bundled and the program is not: Node runs it directly.
    const file = createRequire(import.meta.url).resolve(program.source);
    // The process gets none of the server's flags or secrets. Two arenas: with glibc's default of eight per core,
    // memory that native threads free stays scattered over all of them.
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
    return child;
  }

  return {
    async run(task) {
      if (closed) throw new Error(`${name} is closed`);
      clearTimeout(idle);
      running ??= started();
      const child = running;
      const id = ++last;
      const pending = Promise.withResolvers<Result>();
      waiting.set(id, pending);
      const patience = setTimeout(() => end(child, "took too long"), timeoutMs);
      try {
        child.send({ id, task } satisfies PendingTask<Task>);
        return await pending.promise;
      } finally {
        clearTimeout(patience);
        waiting.delete(id);
        if (waiting.size === 0) {
          clearTimeout(idle);
          idle = setTimeout(() => end(running, "was idle"), idleMs).unref();
        }
      }
    },
    close() {
      closed = true;
      clearTimeout(idle);
      end(running, "was ended");
    },
  };
}

/** The worker's side: runs tasks until the server has ended, in whatever way. */
export function serveTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  // A Ctrl-C reaches both processes, and the server still needs the results.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  // The server has ended. `process.exit` would wait for running work, so the process kills itself.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.on("message", async ({ id, task }: PendingTask<Task>) => {
    const answer = await work(task).then(
      (result): Answered<Result> => ({ id, result }),
      (error: unknown): Answered<Result> => ({ id, fault: String(error) }),
    );
    if (process.connected) process.send?.(answer);
  });
}
