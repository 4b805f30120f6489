// Draws the icons of the installed app from the logo: node scripts/icons.ts, after public/favicon.svg has changed. The
// icons are committed.
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LucideIcon } from "lucide-react";
import { Heart, MessagesSquare, Search, Tag } from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";

const PUBLIC = path.resolve(import.meta.dirname, "../public");
const INK = "#12262c";
const PAGE = "#f8f6f0";
const BALL = "#ddf247";

/** The icons have a light background of their own, so the outer ball always has its colour for light themes. */
const shapes = readFileSync(path.join(PUBLIC, "favicon.svg"), "utf8")
  .replace(/<title>.*?<\/title>|<style>.*?<\/style>/gs, "")
  .replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")
  .replaceAll('class="out"', `stroke="${INK}"`);

/**
 * Draws `drawn`, whose size is `units`, in the middle of a square. `part` is its share of the square's width, `round`
 * the corner radius as a share of that width.
 */
function onGround(part: number, round: number, drawn = shapes, ground = PAGE, units = 32): string {
  const size = units / part;
  const edge = (size - units) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">
    <rect width="${size}" height="${size}" rx="${size * round}" fill="${ground}" />
    <g transform="translate(${edge} ${edge})">${drawn}</g></svg>`;
}

/** The system colours this icon itself and uses only its opacity. */
const MONOCHROME = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 52 52">
  <mask id="seams"><rect x="-10" y="-10" width="52" height="52" fill="#fff" />
    <path d="M13.2 10.2c5 4.6 5 14 0 18.6M25.8 10.2c-5 4.6-5 14 0 18.6" fill="none" stroke="#000" stroke-width="2" /></mask>
  <mask id="behind"><rect x="-10" y="-10" width="52" height="52" fill="#fff" />
    <circle cx="19.5" cy="19.5" r="14" fill="#000" /></mask>
  <circle cx="9.5" cy="9.5" r="7" fill="none" stroke="#fff" stroke-width="2" mask="url(#behind)" />
  <circle cx="19.5" cy="19.5" r="12.5" fill="#fff" mask="url(#seams)" /></svg>`;

function shortcut(icon: LucideIcon): string {
  const drawn = renderToStaticMarkup(createElement(icon, { size: 24, color: INK }));
  return onGround(0.5, 0.5, drawn, BALL, 24);
}

const ICONS: Readonly<Record<string, { svg: string; size: number }>> = {
  "apple-touch-icon.png": { svg: onGround(0.76, 0), size: 180 },
  "icons/any-192.png": { svg: onGround(0.76, 0.22), size: 192 },
  "icons/any-512.png": { svg: onGround(0.76, 0.22), size: 512 },
  // The system crops these icons to its own shape: the middle four fifths are safe.
  "icons/maskable-192.png": { svg: onGround(0.68, 0), size: 192 },
  "icons/maskable-512.png": { svg: onGround(0.68, 0), size: 512 },
  "icons/monochrome-512.png": { svg: MONOCHROME, size: 512 },
  "icons/search-96.png": { svg: shortcut(Search), size: 96 },
  "icons/sell-96.png": { svg: shortcut(Tag), size: 96 },
  "icons/messages-96.png": { svg: shortcut(MessagesSquare), size: 96 },
  "icons/favorites-96.png": { svg: shortcut(Heart), size: 96 },
};

/** The preview of links to pages without a photo, in the size that sites with previews recommend. */
const SHARE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
  <rect width="1200" height="630" fill="${PAGE}" /><path d="M0 545H1200M160 545V630M1040 545V630" stroke="#c98f76" stroke-width="7" />
  <g transform="translate(408 88) scale(12)">${shapes}</g></svg>`;

mkdirSync(path.join(PUBLIC, "icons"), { recursive: true });
for (const [name, { svg, size }] of Object.entries(ICONS)) {
  await sharp(Buffer.from(svg), { density: 600 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toFile(path.join(PUBLIC, name));
}
await sharp(Buffer.from(SHARE)).png({ palette: true, effort: 10 }).toFile(path.join(PUBLIC, "share.png"));
