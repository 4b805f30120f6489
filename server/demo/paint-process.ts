// A process of its own (painter.ts), so that painting neither holds up the shop nor leaves memory behind in it.
import sharp from "sharp";
import { serveTasks } from "#app/platform/worker-process.server.ts";
import type { Painted, PaintTask } from "./painter.ts";
import type { Scene } from "./picture.ts";
import { paint, thumbhashOf } from "./pixels.ts";

/** Quick rather than small: a file of the demo shop is read a few times. */
const WEBP = { quality: 76, effort: 1 } as const;

sharp.concurrency(1);
sharp.cache(false);

async function webp({ scene, sizes }: PaintTask): Promise<Painted> {
  const { data, width, height } = await paint(scene);
  return Promise.all(
    sizes.map((size) =>
      sharp(data, { raw: { width, height, channels: 3 } })
        .resize(size)
        .webp(WEBP)
        .toBuffer(),
    ),
  );
}

serveTasks(async (task: PaintTask | readonly Scene[]) =>
  "scene" in task ? webp(task) : Promise.all(task.map(thumbhashOf)),
);
