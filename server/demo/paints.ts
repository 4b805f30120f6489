/** How the frames of well-known rackets are painted: colours and stripes, without names or marks. */
import type { RacketArt, Zone } from "./art.ts";

export type Paint = Pick<RacketArt, "frame" | "zones" | "bridge" | "gloss" | "bumper" | "collar">;

const BLACK = "#16171a";
const WHITE = "#f3f2ee";
const RED = "#c8152c";

const crown = (color: string, to = 0.34): Zone => ({ from: 0, to, color, slant: 2 });
const cheeks = (color: string, from = 0.5, to = 0.95): Zone => ({ from, to, color, slant: 2 });
const lower = (color: string, from = 1): Zone => ({ from, to: 2.4, color, slant: -3 });
const throat = (color: string, from = 1.35): Zone => ({ from, to: 2.4, color, slant: -4 });
const pin = (color: string, from: number, to: number, at = 0, wide = 0.3): Zone => ({
  from,
  to,
  color,
  inner: at - wide / 2,
  outer: at + wide / 2,
  taper: "both",
});

function painted(frame: string, zones: readonly Zone[], more: Partial<Paint> = {}): Paint {
  return { frame, zones, gloss: 0.8, bumper: BLACK, collar: BLACK, ...more };
}

export const PAINTS = {
  copper: painted("#4a342b", [throat("#2a1f1c"), pin("#d0803f", 0.6, 1), pin(RED, 1.1, 1.7, 0.1)], {
    gloss: 0.6,
  }),
  tuxedo: painted("#141518", [pin("#e9e9e6", 0.62, 0.98, 0, 0.22), pin(RED, 1.3, 1.85, 0, 0.3)], {
    gloss: 0.3,
  }),
  blackRed: painted(BLACK, [cheeks(RED, 0.4, 0.9), pin("#d9b24a", 1.05, 1.6, 0.1)], { bridge: RED }),
  classic: painted("#121316", [pin("#e3b52f", 1.02, 1.8, -0.25, 0.2), pin(RED, 1.02, 1.8, 0.25, 0.2)]),
  forest: painted("#25443b", [throat("#141d1a", 1.2), pin("#c0915a", 0.55, 0.98), crown("#1a2b27", 0.28)], {
    gloss: 0.5,
  }),
  emerald: painted("#1c7a4e", [
    throat("#0e2a1f", 1.25),
    pin("#e6efe8", 0.55, 0.95, 0, 0.24),
    crown("#12533a", 0.26),
  ]),
  ember: painted("#a3162b", [lower("#19191c", 1.12), crown("#5c0d1a", 0.4), pin("#19191c", 0.5, 1)], {
    gloss: 0.45,
  }),
  cobalt: painted("#1f56c8", [throat("#0f1930", 1.2), crown("#0f1930", 0.27), pin("#d5dbe4", 0.5, 0.98)]),
  flame: painted("#1b1b1d", [cheeks("#f0641e", 0.3, 1.02), pin(WHITE, 0.4, 0.95, 0.1, 0.2)], {
    bridge: "#f0641e",
  }),
  wine: painted("#1a1a1c", [cheeks("#9c1428", 0.5, 1.08), pin("#d6d7d8", 0.6, 1)], { bridge: "#b9bcbe" }),
  electric: painted(
    "#1762c9",
    [throat("#10131a", 1.42), pin("#f4f6f8", 0.52, 1.02, 0, 0.5), cheeks("#0f4596", 0.2, 0.42)],
    { bridge: "#10131a" },
  ),
  midnight: painted("#15181f", [cheeks("#1c66c9", 0.42, 0.86), pin(WHITE, 0.9, 1.5, 0, 0.24)]),
  sun: painted("#f2d70f", [
    cheeks("#17181b", 0.46, 0.86),
    throat("#17181b", 1.45),
    pin("#f2d70f", 0.5, 0.82, 0, 0.3),
  ]),
  sunset: painted("#1a1a1c", [cheeks("#f2d70f", 0.22, 0.98), pin(WHITE, 0.3, 0.9), throat("#f2d70f", 1.75)]),
  matador: painted("#2b1d4e", [
    crown("#f5d327", 0.36),
    cheeks("#ff6b2c", 0.36, 0.68),
    cheeks("#e5398b", 0.68, 0.98),
    throat("#6a2fa0", 1.3),
  ]),
  strike: painted(WHITE, [cheeks("#d4242c", 0.42, 0.7), cheeks(BLACK, 0.7, 0.84), throat("#d4242c", 1.5)], {
    bridge: "#d4242c",
    bumper: "#26282c",
  }),
  vintageStrike: painted(BLACK, [
    cheeks(WHITE, 0.36, 0.72),
    cheeks("#7c1526", 0.72, 0.95),
    throat("#7c1526", 1.6),
  ]),
  tangerine: painted("#f0661f", [
    lower("#24272c", 1.08),
    crown("#24272c", 0.24),
    pin("#24272c", 0.5, 0.98, 0, 0.24),
  ]),
  piano: painted(WHITE, [lower(BLACK, 0.94), pin("#9aa0a6", 0.3, 0.9, 0, 0.2)], { bridge: BLACK }),
  pianoRed: painted(WHITE, [lower(BLACK, 0.82), pin(RED, 1, 1.6), crown(BLACK, 0.2)], { bridge: BLACK }),
  twoFaced: painted("#14343b", [
    { from: 0, to: 0.98, color: "#128c8e", side: "left", slant: 2 },
    { from: 0, to: 0.98, color: "#e4572e", side: "right", slant: 2 },
    pin("#e9ece9", 1.1, 1.7),
  ]),
  burgundy: painted(
    "#6a1428",
    [lower("#161518", 1.18), pin("#c9c6c1", 0.55, 0.98, 0, 0.22), crown("#451020", 0.26)],
    { gloss: 1 },
  ),
  mint: painted("#a3dfcc", [lower("#153840", 1), crown("#5cbca6", 0.3), pin("#153840", 0.5, 0.95, 0, 0.22)], {
    bridge: "#153840",
  }),
  neon: painted("#d8e021", [lower("#4c5157", 0.92), pin("#24272b", 0.4, 0.88), crown("#b3bd16", 0.22)], {
    bridge: "#4c5157",
  }),
  sky: painted(
    "#3aa7db",
    [throat("#174a96", 1.22), crown("#174a96", 0.33), pin("#e8f4fa", 0.5, 1, 0, 0.24)],
    { bridge: "#174a96" },
  ),
  ocean: painted("#143785", [cheeks("#2c9be0", 0.5, 0.98), pin(WHITE, 0.55, 0.92, 0, 0.18)]),
  scarlet: painted("#d5212f", [
    crown("#7e0f1d", 0.3),
    throat("#6b0d19", 1.32),
    pin(WHITE, 0.48, 0.98, 0, 0.24),
  ]),
  olive: painted("#4d5743", [throat("#22271f", 1.25), pin("#c9a45b", 0.5, 1), crown("#343c2e", 0.25)], {
    gloss: 0.4,
  }),
  orchid: painted("#15382e", [cheeks("#6a48a6", 0.42, 0.98), pin("#d7cdea", 0.5, 0.9, 0, 0.18)]),
  tricolor: painted(WHITE, [cheeks("#1d3f8f", 0.48, 0.62), cheeks(RED, 0.68, 0.8), throat("#1d3f8f", 1.7)], {
    bumper: "#dcdcd8",
  }),
  porcelain: painted("#efeeea", [lower("#1b2f5a", 1.28), pin("#1b2f5a", 0.5, 0.98, 0, 0.22)], { gloss: 0.9 }),
  coral: painted("#f3eee9", [cheeks("#f07f68", 0.4, 0.9), throat("#2a4d8f", 1.4), pin(WHITE, 0.48, 0.84)], {
    bridge: "#f07f68",
  }),
  shadow: painted("#1c1d20", [pin("#6fbf2f", 0.6, 1.02, 0, 0.3), throat("#2c2e32", 1.5)], { gloss: 0.15 }),
  amber: painted("#1a1a1c", [
    cheeks("#f2711b", 0.5, 1),
    pin(WHITE, 0.55, 0.95, -0.1, 0.2),
    throat("#f2711b", 1.8),
  ]),
  rouge: painted("#c3161d", [lower("#17181a", 0.84), pin("#17181a", 0.28, 0.78, 0, 0.24)], {
    bridge: "#17181a",
  }),
  navy: painted("#2068c6", [lower("#0f1830", 1.05), crown("#0f1830", 0.22), pin("#7fd0ea", 0.45, 0.98)], {
    bridge: "#0f1830",
  }),
  lemon: painted("#efdb18", [lower("#1b1c1e", 0.9), pin("#1b1c1e", 0.35, 0.84, 0, 0.22)], {
    bridge: "#1b1c1e",
  }),
  kinetic: painted("#1b1d22", [cheeks("#3a83c8", 0.5, 0.94), pin(WHITE, 1, 1.7)]),
  comfort: painted("#eeeeea", [cheeks("#3f78c0", 0.4, 0.9), throat("#24272c", 1.45), pin(WHITE, 0.5, 0.84)]),
  lime: painted("#1a1b1e", [cheeks("#9fd12c", 0.44, 0.96), throat("#9fd12c", 1.85)], { bridge: "#9fd12c" }),
  domino: painted("#1a1b1e", [cheeks("#e9e9e5", 0.52, 0.96), pin("#1a1b1e", 0.56, 0.92)]),
  hornet: painted("#1a1b1e", [cheeks("#f2c81c", 0.5, 0.9), pin("#f2c81c", 1.05, 1.7, 0, 0.34)]),
  snow: painted("#f6f6f3", [pin("#b4b8bc", 0.5, 1.02, 0, 0.24), throat("#e2e2de", 1.5)], {
    bumper: "#e0e0dc",
    collar: "#e8e8e4",
    gloss: 0.7,
  }),
  coal: painted("#17181a", [pin("#4a4d52", 0.5, 1.02, 0, 0.3)], { gloss: 0.12 }),
  lagoon: painted("#1b1c1f", [
    cheeks("#d0d4d6", 0.46, 0.72),
    cheeks("#29a39c", 0.72, 1),
    throat("#29a39c", 1.7),
  ]),
  teal: painted("#20b3ab", [lower("#17191c", 1.1), crown("#f2f2ef", 0.26), pin("#f2f2ef", 0.5, 0.96)]),
  grape: painted("#4b2a86", [
    cheeks("#e6e233", 0.5, 0.7),
    throat("#2c1858", 1.3),
    pin("#e6e233", 0.78, 1.05),
  ]),
} as const satisfies Record<string, Paint>;

export type PaintName = keyof typeof PAINTS;
