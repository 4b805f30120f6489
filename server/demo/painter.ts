import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import type { Scene } from "./picture.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PaintTask {
  readonly id: number;
  readonly scene: Scene;
  readonly sizes: readonly Size[];
}

export type PaintedAnswer =
  | { readonly id: number; readonly bodies: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly id: number; readonly fault: string };

/** By its place in the sources, because this file is bundled and the process is not: Node runs it as it is. */
const PROCESS = createRequire(import.meta.url).resolve("#server/demo/paint-process.ts");
const IDLE_MS = 2_000;
/** Serving goes before painting. */
const NICE = 10;

export interface Painter {
  /**
   * WebP pictures of a scene, one for each size.
   * @throws when it could not be painted, or `close` came first
   */
  paint(scene: Scene, sizes: readonly Size[]): Promise<readonly Uint8Array<ArrayBuffer>[]>;
  /** At once, whatever it was doing. */
  close(): void;
}

/** Paints in a process that is started when there is something to do and ended soon after. */
export function startPainter(): Painter {
  const waiting = new Map<number, PromiseWithResolvers<readonly Uint8Array<ArrayBuffer>[]>>();
  let running: ChildProcess | undefined;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function ended(child: ChildProcess, why: string): void {
    if (running !== child) return;
    running = undefined;
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  }

  function started(): ChildProcess {
    // None of the server's flags, and none of its secrets.
    const child = fork(PROCESS, [], { serialization: "advanced", execArgv: [], env: {} });
    child.on("message", (answer: PaintedAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("fault" in answer) asked?.reject(new Error(answer.fault));
      else asked?.resolve(answer.bodies);
    });
    child.on("error", (error) => ended(child, String(error)));
    child.on("exit", (code, signal) => ended(child, `the painting process ended with ${code ?? signal}`));
    try {
      if (child.pid) setPriority(child.pid, NICE);
    } catch {
      // Not everywhere allowed, and not needed.
    }
    return child;
  }

  function end(): void {
    const child = running;
    if (!child) return;
    child.kill("SIGKILL");
    ended(child, "the painting process was ended");
  }

  return {
    async paint(scene, sizes) {
      if (closed) throw new Error("the painter is closed");
      clearTimeout(idle);
      const child = running ?? started();
      running = child;
      const id = ++last;
      const asked = Promise.withResolvers<readonly Uint8Array<ArrayBuffer>[]>();
      waiting.set(id, asked);
      child.send({ id, scene, sizes } satisfies PaintTask);
      try {
        return await asked.promise;
      } finally {
        if (waiting.size === 0 && running) idle = setTimeout(end, IDLE_MS).unref();
      }
    },
    close() {
      closed = true;
      clearTimeout(idle);
      end();
    },
  };
}
