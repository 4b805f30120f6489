import sharp, { type OverlayOptions } from "sharp";
import { type ListingPicture, SHARED_SIZE, type SharedPicture, type ShopPicture } from "./shared-picture.ts";
import { type Face, lines, outline, widthOf } from "./text-outlines.server.ts";

// This process draws one picture at a time, and rarely the same one again: sharp needs no more threads and no cache.
sharp.concurrency(1);
sharp.cache(false);

const { width: WIDTH, height: HEIGHT } = SHARED_SIZE;

/** The colours of the light theme (app/styles.css). */
const PAGE = "#f8f6f0";
const INK = "#12262c";
const SOFT = "#4b5d62";
const COURT = "#c98f76";
const CLAY = "#98401f";
const ON_CLAY = "#fbf7ee";
const BALL = "#ddf247";

/** The text begins at LEFT, beside a square photo as high as the picture, and has ROOM pixels in width. */
const LEFT = HEIGHT + 58;
const ROOM = WIDTH - LEFT - 54;

/** The symbol of the logo (app/features/shell/ui/logo.tsx), `size` pixels wide. */
function mark(x: number, y: number, size: number, line: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 32})" fill="none" stroke-width="2">
    <circle cx="9.5" cy="9.5" r="7" stroke="${line}"/>
    <circle cx="19.5" cy="19.5" r="11.5" fill="${BALL}" stroke="${INK}"/>
    <path d="M13.2 10.2c5 4.6 5 14 0 18.6M25.8 10.2c-5 4.6-5 14 0 18.6" stroke="${INK}"/>
  </g>`;
}

function logo(x: number, y: number, size: number, colour: string): string {
  const letters = size * 0.46;
  const beside = x + size * 1.24;
  return (
    mark(x, y, size, colour) +
    outline("Second", "heading", letters, beside, y + size * 0.43, colour) +
    outline("Serve", "heading", letters, beside, y + size * 0.87, colour)
  );
}

/**
 * Uses the largest size in which the text fits into that size's number of lines. If there is none, it shortens the
 * text.
 */
function fitted(
  text: string,
  face: Face,
  sizes: readonly (readonly [size: number, most: number])[],
  width: number,
) {
  for (const [size, most] of sizes) {
    const all = lines(text, face, size, width, most);
    if (!all.some((line) => line.endsWith("…"))) return { size, all };
  }
  const [size = 40, most = 4] = sizes.at(-1) ?? [];
  return { size, all: lines(text, face, size, width, most) };
}

function listingSvg({ name, price, facts, drawing }: ListingPicture, hasPhoto: boolean): string {
  const title = fitted(
    name,
    "heading",
    [
      [58, 3],
      [48, 4],
    ],
    ROOM,
  );
  const about = lines(facts, "text", 27, ROOM, 2);
  const amount = Math.min(80, (80 * ROOM) / widthOf(price, "heading", 80));
  const top = 196;
  const step = title.size * 1.08;
  const below = top + step * (title.all.length - 1) + 50;
  const drawn = `<rect width="${HEIGHT}" height="${HEIGHT}" fill="${CLAY}"/>
    <g transform="translate(115 115) scale(8.33)" fill="none" stroke="${ON_CLAY}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">
      ${drawing.map((path) => `<path d="${path}"/>`).join("")}
    </g>`;
  return `
    ${hasPhoto ? "" : drawn}
    <rect x="${HEIGHT}" width="${WIDTH - HEIGHT}" height="${HEIGHT}" fill="${PAGE}"/>
    <path d="M${HEIGHT + 14} 0V${HEIGHT}" stroke="${COURT}" stroke-width="3"/>
    ${logo(LEFT, 54, 62, INK)}
    ${title.all.map((line, n) => outline(line, "heading", title.size, LEFT, top + n * step, INK)).join("")}
    ${about.map((line, n) => outline(line, "text", 27, LEFT, below + n * 37, SOFT)).join("")}
    ${outline(price, "heading", amount, LEFT, HEIGHT - 58, INK)}
  `;
}

function shopSvg({ title, lead }: ShopPicture): string {
  const head = fitted(
    title,
    "heading",
    [
      [96, 3],
      [80, 3],
      [68, 4],
    ],
    860,
  );
  const step = head.size * 1.04;
  const top = 262;
  const below = top + step * (head.all.length - 1) + 62;
  // A corner of the court, as seen from the stands.
  return `
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${CLAY}"/>
    <g fill="none" stroke="${ON_CLAY}" stroke-opacity=".28" stroke-width="7"><path d="M1040 -20V650M1128 -20V650M1040 372H1220"/></g>
    ${logo(76, 70, 84, ON_CLAY)}
    ${head.all.map((line, n) => outline(line, "heading", head.size, 76, top + n * step, ON_CLAY)).join("")}
    ${lines(lead, "text", 32, 860, 2)
      .map((line, n) => outline(line, "text", 32, 76, below + n * 43, ON_CLAY))
      .join("")}
  `;
}

/** A JPEG. `photo` is the listing's, in any format that sharp reads. */
export async function draw(picture: SharedPicture, photo?: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const inside = picture.kind === "shop" ? shopSvg(picture) : listingSvg(picture, photo !== undefined);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${inside}</svg>`;
  const layers: OverlayOptions[] = [{ input: Buffer.from(svg), left: 0, top: 0 }];
  if (photo) {
    const square = sharp(photo).resize(HEIGHT, HEIGHT, { fit: "cover" }).flatten({ background: "#ffffff" });
    layers.unshift({ input: await square.png({ compressionLevel: 0 }).toBuffer(), left: 0, top: 0 });
  }
  const ground = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAGE } });
  return new Uint8Array(await ground.composite(layers).jpeg({ quality: 84, mozjpeg: true }).toBuffer());
}
