import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { env } from "#app/platform/env.server.ts";

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

/** The request with which a browser uploads a photo, for a listing or for a message. */
export function photoRequest(
  body: BodyInit | null,
  headers: Readonly<Record<string, string>>,
  purpose?: "message",
): Request {
  const init = { method: "POST", body, headers, duplex: "half" };
  return new Request(new URL(purpose ? `/photos?for=${purpose}` : "/photos", env().baseUrl), init);
}
