import { LRUCache } from "lru-cache";
import { type SideProcess, sideProcess } from "#app/platform/side-process.server.ts";
import type { SharedPicture } from "./shared-picture.ts";

export interface DrawTask {
  readonly picture: SharedPicture;
  readonly photo?: Uint8Array;
}

/** Too many wait for pictures already. */
export class DrawerBusy extends Error {}

type Drawn = Uint8Array<ArrayBuffer>;

const MOST_BYTES = 8 * 1024 * 1024;
/** At worst some seconds of waiting. */
const MOST_WAITING = 24;

/** A copy, never the truth: who shares a listing has it looked at by several within the minute. */
const kept = new LRUCache<string, Drawn>({ maxSize: MOST_BYTES, sizeCalculation: (body) => body.byteLength });
const underWay = new Map<string, Promise<Drawn>>();

let side: SideProcess<DrawTask, Drawn> | undefined;
/** One at a time: nobody looks at a page that waits for these. */
let last: Promise<unknown> = Promise.resolve();

async function drawAside(task: () => Promise<DrawTask>): Promise<Drawn> {
  side ??= sideProcess({
    name: "the drawing process",
    source: "#app/features/listings/share/draw-process.server.ts",
    idleMs: 20_000,
    patienceMs: 60_000,
    nice: 10,
  });
  return side.ask(await task());
}

function inTurn(draw: () => Promise<Drawn>): Promise<Drawn> {
  const drawing = last.then(draw);
  last = drawing.catch(() => {});
  return drawing;
}

/**
 * A drawn picture. `version` says all that it is made of: equal ones are drawn once; `mayDraw` is asked before one is.
 * @throws DrawerBusy when too many wait already, and what `mayDraw` throws.
 */
export async function drawn(
  version: string,
  task: () => Promise<DrawTask>,
  mayDraw: () => Promise<void>,
): Promise<Drawn> {
  const known = kept.get(version) ?? underWay.get(version);
  if (known) return known;
  if (underWay.size >= MOST_WAITING) throw new DrawerBusy("too many pictures are waited for");
  const drawing = mayDraw().then(() => inTurn(() => drawAside(task)));
  underWay.set(version, drawing);
  try {
    const body = await drawing;
    kept.set(version, body);
    return body;
  } finally {
    underWay.delete(version);
  }
}

/** Ends the process, whatever it was doing. */
export function stopDrawing(): void {
  side?.close();
  side = undefined;
}
