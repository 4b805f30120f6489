import { workerProcess } from "#app/platform/worker-process.server.ts";
import type { Scene } from "./picture.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PaintTask {
  readonly scene: Scene;
  readonly sizes: readonly Size[];
}

/** WebP, one for each size. */
export type Painted = readonly Uint8Array<ArrayBuffer>[];

export interface Painter {
  /**
   * WebP pictures of a scene, one for each size.
   * @throws when it could not be painted, or `close` came first
   */
  paint(scene: Scene, sizes: readonly Size[]): Promise<Painted>;
  /** The thumbhashes (base64) of these scenes' pictures, without painting those. */
  thumbhashes(scenes: readonly Scene[]): Promise<readonly string[]>;
  /** At once, whatever it was doing. */
  close(): void;
}

/** Paints in a process that is started when there is something to do and ended soon after. */
export function startPainter(): Painter {
  const side = workerProcess<PaintTask | readonly Scene[], Painted | readonly string[]>({
    name: "the painting process",
    source: "#server/demo/paint-process.ts",
    idleMs: 2_000,
    patienceMs: 120_000,
    // Serving goes before painting.
    nice: 10,
  });
  return {
    paint: (scene, sizes) => side.ask({ scene, sizes }) as Promise<Painted>,
    thumbhashes: (scenes) => side.ask(scenes) as Promise<readonly string[]>,
    close: () => side.close(),
  };
}
