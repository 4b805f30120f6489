/**
 * Work for a process of its own, beside the server: its memory goes back to the system whole, its crash is not the
 * server's, and it can be stopped in the middle. Both ends are here.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";

interface Asked<Task> {
  readonly id: number;
  readonly task: Task;
}

type Answered<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly fault: string };

interface Program {
  /** For people, in errors: "the painting process". */
  readonly name: string;
  /** A source that calls `serveTasks`, as it is imported: "#app/…-process.ts". */
  readonly source: string;
  /** Ended after so long with nothing to do. */
  readonly idleMs: number;
  /** A task that takes longer is stopped, with the process and all that it was doing. */
  readonly patienceMs: number;
  /** How far the process stands back for others: 0 (not at all, the default) to 19. */
  readonly nice?: number;
}

export interface WorkerProcess<Task, Result> {
  /**
   * Has the task done; starts the process when it does not run. Tasks are done side by side.
   * @throws when the work threw, the process ended or took too long, or `close` came first. The next task is not
   * affected: it gets a new process.
   */
  ask(task: Task): Promise<Result>;
  /** At once, whatever it was doing. */
  close(): void;
}

/** The server's end. Tasks and results are copied by structured clone: buffers as they are, no classes, no functions. */
export function workerProcess<Task, Result>(program: Program): WorkerProcess<Task, Result> {
  const { name, idleMs, patienceMs } = program;
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
    // By its place in the sources, because this file is bundled and the program is not: Node runs it as it is.
    const file = createRequire(import.meta.url).resolve(program.source);
    // None of the server's flags, and none of its secrets. Two arenas: with glibc's own eight per core, what native
    // threads free stays scattered over all of them.
    const env = { MALLOC_ARENA_MAX: "2" };
    const child = fork(file, [], { serialization: "advanced", execArgv: [], env });
    child.on("message", (answer: Answered<Result>) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("fault" in answer) asked?.reject(new Error(answer.fault));
      else asked?.resolve(answer.result);
    });
    child.on("error", (error) => end(child, `failed: ${error.message}`));
    child.on("exit", (code, signal) => ended(child, `ended with ${code ?? signal}`));
    try {
      if (child.pid && program.nice) setPriority(child.pid, program.nice);
    } catch {
      // Not everywhere allowed, and not needed.
    }
    return child;
  }

  return {
    async ask(task) {
      if (closed) throw new Error(`${name} is closed`);
      clearTimeout(idle);
      running ??= started();
      const child = running;
      const id = ++last;
      const asked = Promise.withResolvers<Result>();
      waiting.set(id, asked);
      const patience = setTimeout(() => end(child, "took too long"), patienceMs);
      try {
        child.send({ id, task } satisfies Asked<Task>);
        return await asked.promise;
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

/** The process's end: does what it is asked until the server is gone, however that ended. */
export function serveTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  // A Ctrl-C reaches both, and the server still wants its answers.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  // Not "exit", which would wait for the work that is going on.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.on("message", async ({ id, task }: Asked<Task>) => {
    const answer = await work(task).then(
      (result): Answered<Result> => ({ id, result }),
      (error: unknown): Answered<Result> => ({ id, fault: String(error) }),
    );
    if (process.connected) process.send?.(answer);
  });
}
