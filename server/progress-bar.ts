import type { Progress } from "#app/features/backup/dump.server.ts";

const WIDTH = 30;
/** Between two drawings of the bar, in milliseconds. */
const PAUSE = 100;

/** A bar in a terminal, in one line that is drawn again; elsewhere, such as in a log, there is none. */
export function progressBar(output: { isTTY?: boolean; write(text: string): unknown } = process.stderr): {
  readonly show: Progress;
  /** Removes the bar, before something else is printed. */
  end(): void;
} {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawn = "";
  return {
    show(step, share) {
      const now = performance.now();
      if (!output.isTTY || (now - drawnAt < PAUSE && share < 1)) return;
      const done = Math.max(0, Math.min(share, 1));
      const full = Math.round(done * WIDTH);
      const bar = `[${"=".repeat(full)}${" ".repeat(WIDTH - full)}] ${String(Math.floor(done * 100)).padStart(3)} % ${step}`;
      if (bar === drawn) return;
      output.write(`\r\u001b[K${bar}`);
      drawnAt = now;
      drawn = bar;
    },
    end() {
      if (drawn !== "") output.write("\r\u001b[K");
      drawn = "";
    },
  };
}
