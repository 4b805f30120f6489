/** What fits into a pocket: dampeners, clips, stencils, string savers. */
import { mixed, shaded } from "../colors.ts";
import { random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { ball } from "./balls.ts";
import { circle, oval, rounded } from "./round.ts";
import { between, type Drawing, type Place, Sheet } from "./sheet.ts";

const HEART = "M0 84Q-96 10 -84 -48Q-68 -98 -20 -80Q-4 -72 0 -52Q4 -72 20 -80Q68 -98 84 -48Q96 10 0 84Z";

/** One dampener, some 180 units wide. */
function dampener(color: string, accent: string, make: string | undefined): Sheet {
  const one = new Sheet();
  const outline = make === "heart" ? HEART : circle(0, 0, 88);
  one.panel(outline, color, 0.9).swell(make === "heart" ? HEART : circle(0, 0, 70), 0.35);
  // The groove that the two middle strings lie in.
  for (const x of [-1, 1])
    one.piece(rounded(x * 76, 0, 26, 22, 8), shaded(color, -0.4)).raise(rounded(x * 76, 0, 26, 22, 8), -0.9);
  if (make === "smiley") {
    for (const x of [-28, 28]) one.piece(oval(x, -22, 10, 15), "#15171b").raise(oval(x, -22, 10, 15), -0.6);
    one.line("M-44 16Q0 72 44 16", "#15171b", 10).seam("M-44 16Q0 72 44 16", 3);
  } else if (make !== "heart") {
    const ring = `${circle(0, 0, 62)}M-46 0a46 46 0 1 1 92 0a46 46 0 1 1 -92 0Z`;
    one.piece(ring, shaded(color, -0.12)).raise(ring, -0.5);
    one
      .panel(circle(0, 0, 38), accent, 0.7)
      .line("M-33 -16Q6 0 -22 30M26 -26Q4 4 36 12", mixed(accent, "#707070", 0.55), 4);
  }
  one.over += `<ellipse cx="-30" cy="-44" rx="30" ry="16" transform="rotate(-28 -30 -44)" fill="#ffffff" fill-opacity="0.28"/>`;
  return one;
}

/** The long kind, threaded through six strings. */
function worm(color: string): Sheet {
  const one = new Sheet();
  const d = "M-250 30C-190 -70 -130 -70 -80 10S40 90 90 0S210 -70 250 20";
  one.line(d, shaded(color, -0.5), 50).line(d, color, 46);
  one.seams += `<path d="${d}" fill="none" stroke="#fff" stroke-width="34" stroke-linecap="round"/>`;
  for (const [x, y] of [
    [-250, 30],
    [250, 20],
  ] as const)
    one.panel(circle(x, y, 40), color, 0.9);
  one.over += `<path d="${d}" transform="translate(-6 -10)" fill="none" stroke="#fff" stroke-opacity="0.3" stroke-width="9" stroke-linecap="round"/>`;
  return one;
}

const MIXED = ["#2f7fce", "#e9d92f", "#e0407c", "#3a9b58"];

const PLACES: Readonly<Record<number, readonly Place[]>> = {
  1: [[0, 0]],
  2: [
    [-110, -90],
    [116, 100],
  ],
  3: [
    [-130, -140],
    [140, -30],
    [-60, 170],
  ],
  4: [
    [-140, -160],
    [130, -120],
    [-110, 140],
    [150, 170],
  ],
};

export function dampeners(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const all = PLACES[Math.min(4, Math.max(1, art.count))] ?? [[0, 0]];
  if (art.make === "worm")
    sheet
      .add(worm(art.main), "translate(-20 -110) rotate(-12)")
      .add(worm(shaded(art.main, -0.1)), "translate(30 130) rotate(24)");
  else
    all.forEach(([x, y], at) => {
      const scale = all.length === 1 ? 1.9 : 1.35;
      sheet.add(
        dampener(
          art.make === "mixed" ? (MIXED[at] ?? art.main) : art.main,
          at % 2 ? art.trim : art.accent,
          art.make,
        ),
        `translate(${x} ${y}) rotate(${between(chance, -50, 50).toFixed(0)}) scale(${scale})`,
      );
    });
  const [x, y] = all[0] ?? [0, 0];
  return sheet.made({
    finish: "plastic",
    round: 24,
    lift: 26,
    close: { x, y, near: 1.9 },
    detail: { x: x + 60, y: y + 70, near: 2.4 },
  });
}

export function clip(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  sheet.paint += ball(0, 60, 190, "#d9e435", chance, "held");
  // A ring of bent plastic around the ball, and the hook for the belt.
  const hoop = "M-196 20Q-206 190 -120 226M196 20Q206 190 120 226";
  sheet.line(hoop, shaded(art.main, -0.5), 46).line(hoop, art.main, 42);
  sheet.seams += `<path d="${hoop}" fill="none" stroke="#fff" stroke-width="34" stroke-linecap="round"/>`;
  const yoke =
    "M-218 40Q-210 -120 -80 -176L-62 -330Q0 -352 62 -330L80 -176Q210 -120 218 40Q196 60 176 40Q160 -80 0 -96Q-160 -80 -176 40Q-196 60 -218 40Z";
  sheet.panel(yoke, art.main, 0.9).swell("M-70 -180L-50 -310H50L70 -180Q0 -130 -70 -180Z", 0.5);
  const tongue = rounded(0, -250, 62, 148, 22);
  sheet.panel(tongue, shaded(art.main, 0.1), 0.8).seam(tongue, 2.4);
  sheet.panel(circle(0, -222, 17), art.accent, 0.6);
  sheet.over += `<path d="M-196 10Q-184 -110 -70 -158" fill="none" stroke="#fff" stroke-opacity="0.35" stroke-width="8" stroke-linecap="round"/>`;
  return sheet.made({
    finish: "plastic",
    round: 14,
    lift: 30,
    close: { x: 0, y: -200, near: 1.9 },
    detail: { x: -140, y: 60, near: 2 },
  });
}

export function stencil(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const card = "M-210 -330Q0 -372 210 -330L236 190Q0 240 -236 190Z";
  const kind = Math.floor(chance() * 3);
  const holes = [
    "M-30 -130h60v66h66v60h-66v66h-60v-66h-66v-60h66Z",
    "M-120 -150L-56 60L0 -70L56 60L120 -150L84 -150L50 -36L0 -150L-50 -36L-84 -150Z",
    `${circle(0, -50, 106)}M-126 -80H126v-34H-126Z`,
  ];
  const hole = holes[kind] ?? "";
  const color = mixed(art.main, "#f4efe2", 0.3);
  sheet.paint += `<path d="${card}${hole}" fill="${color}" fill-rule="evenodd"/>`;
  sheet.line(hole, shaded(color, -0.5), 3, 0.8);
  const ink = art.main > "#c" ? "#1c1d21" : art.main;
  for (let spot = 0; spot < 46; spot++) {
    const [x, y] = [between(chance, -130, 130), between(chance, -170, 60)];
    sheet.within(
      card,
      (inner) =>
        (inner.paint += `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${between(chance, 1, 7).toFixed(1)}" fill="${ink}" fill-opacity="0.22"/>`),
    );
  }
  sheet
    .piece("M-160 110h180v13h-180Z", shaded(color, -0.5), 0.7)
    .piece("M-160 136h120v9h-120Z", shaded(color, -0.5), 0.5);
  bottle(sheet, [200, 250], ink);
  return sheet.made({
    finish: "paper",
    round: 4,
    lift: 13,
    close: { x: 0, y: -60, near: 1.9 },
    detail: { x: 170, y: 240, near: 2.2 },
  });
}

/** A bottle of ink with a felt tip, lying. */
function bottle(sheet: Sheet, [x, y]: Place, ink: string): void {
  const one = new Sheet();
  one.piece(
    "M-70 -52H64Q78 -52 78 -38V38Q78 52 64 52H-70Q-84 52 -84 38V-38Q-84 -52 -70 -52Z",
    "#05070a",
    0.35,
  );
  one.panel(rounded(-4, -6, 164, 104, 22), ink, 0.9).swell(rounded(-4, -6, 130, 50, 20), 0.9);
  one
    .panel(rounded(-6, -6, 92, 104, 2), "#f2f0ea", 0.1)
    .piece("M-40 -34h68v12h-68ZM-40 -10h50v7h-50ZM-40 6h60v7h-60Z", ink, 0.8);
  one.panel("M78 -34h30l10 8v40l-10 8h-30Z", "#1b1c20", 0.8);
  for (let at = 0; at < 5; at++) one.seam(`M${82 + at * 7} -34v56`, 1);
  one.panel("M118 -16h22q8 10 0 20h-22Z", "#d8d3c6", 0.8);
  sheet.add(one, `translate(${x} ${y}) rotate(-24)`);
}

/** A bag with a slider, full of little plastic pieces, and tweezers to set them with. */
export function savers(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const bag = rounded(0, 10, 450, 560, 14);
  sheet.paint += `<path d="${bag}" fill="#eef3f6" fill-opacity="0.2"/>`;
  sheet
    .panel("M-224 -270H224V-196H-224Z", art.accent, 0.2)
    .piece("M-190 -250h170v16h-170ZM-190 -224h110v9h-110Z", art.trim, 0.9);
  for (let piece = 0; piece < 46; piece++) {
    const [x, y] = [between(chance, -185, 185), -120 + 370 * Math.sqrt(chance()) * 0.98];
    const one = new Sheet();
    const d = "M-17 -12h34v24h-34Z";
    one
      .piece("M-12 -6h34v24h-34Z", "#05070a", 0.25)
      .panel(d, shaded(art.main, between(chance, -0.1, 0.05)), 0.9);
    one.piece("M-17 -3.5h34v7h-34Z", shaded(art.main, -0.35)).raise("M-17 -3.5h34v7h-34Z", -0.8);
    sheet.add(one, `translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${(chance() * 360).toFixed(0)})`);
  }
  for (const lean of [-5, 5])
    sheet.cord(`M60 200Q${20 + lean * 7} 20 ${-60 + lean} -140`, "#c9ced3", 13, 0.9);
  sheet.over += `<path d="${bag}" fill="#ffffff" fill-opacity="0.07" stroke="#ffffff" stroke-opacity="0.6" stroke-width="2"/><path d="M-222 -186H222M-222 -176H222" stroke="#ffffff" stroke-opacity="0.6" stroke-width="3"/>`;
  for (let gleam = 0; gleam < 6; gleam++) {
    const [x, y] = [between(chance, -200, 120), between(chance, -160, 150)];
    sheet.over += `<path d="M${x.toFixed(0)} ${(y + 120).toFixed(0)}q${between(chance, 8, 30).toFixed(0)} -70 ${between(chance, 40, 80).toFixed(0)} -120q-10 70 ${-between(chance, 40, 80).toFixed(0)} 120Z" fill="#fff" fill-opacity="0.22"/>`;
  }
  return sheet.made({
    finish: "plastic",
    round: 5,
    lift: 12,
    close: { x: 30, y: 90, near: 2.2 },
    detail: { x: -90, y: -200, near: 2.1 },
  });
}
