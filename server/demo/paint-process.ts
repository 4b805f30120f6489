// A process of its own (painter.ts), so that painting neither holds up the shop nor leaves memory behind in it.
import sharp from "sharp";
import type { PaintedAnswer, PaintTask } from "./painter.ts";
import { paint } from "./picture.ts";

/** Quick rather than small: a file of the demo shop is read a few times. */
const WEBP = { quality: 76, effort: 1 } as const;

sharp.concurrency(1);
sharp.cache(false);

// It ends with its parent, and not before: a Ctrl-C reaches both.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));

async function answer({ id, scene, sizes }: PaintTask): Promise<PaintedAnswer> {
  try {
    const { data, width, height } = await paint(scene);
    const bodies = await Promise.all(
      sizes.map((size) =>
        sharp(data, { raw: { width, height, channels: 3 } })
          .resize(size)
          .webp(WEBP)
          .toBuffer(),
      ),
    );
    return { id, bodies };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

process.on("message", async (task: PaintTask) => {
  const answered = await answer(task);
  if (process.connected) process.send?.(answered);
});
