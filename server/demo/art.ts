import type { RacketMeasures, StripOptions } from "./racket-shape.ts";

/** A painted part of the frame. Places are those of `loopIndex`: 0 tip, 1 shoulder, 2 throat, 2.2 the end of the shaft. */
export interface Zone extends StripOptions {
  readonly from: number;
  readonly to: number;
  readonly color: string;
  readonly side?: "left" | "right";
}

export interface RacketArt {
  readonly measures: RacketMeasures;
  readonly frame: string;
  readonly zones: readonly Zone[];
  readonly bridge?: string;
  /** 0 is matt, 1 is lacquer. */
  readonly gloss: number;
  readonly bumper: string;
  readonly strings: string;
  readonly grip: string;
  readonly collar: string;
  readonly dampener?: string;
  /** 0 is new, 1 has seen a few hard courts. */
  readonly wear: number;
  /** Decides where the marks of wear are. */
  readonly seed: string;
}
