import { randomUUID } from "node:crypto";
import sharp from "sharp";

let pictures = 0;

/** A JPEG that is different for each call. */
export async function pictureFile(): Promise<Uint8Array<ArrayBuffer>> {
  pictures += 1;
  const background = { r: pictures % 256, g: Math.floor(pictures / 256), b: 90 };
  const picture = sharp({ create: { width: 200, height: 150, channels: 3, background } });
  return new Uint8Array(
    await picture
      .jpeg()
      .withExif({ IFD0: { Copyright: randomUUID() } })
      .toBuffer(),
  );
}
