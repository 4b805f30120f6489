/** What is knitted or made of terry: wristbands, headbands, socks, supports, towels. */
import { mixed, shaded } from "../colors.ts";
import { type Random, random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { creases, hem, ribs, waves } from "./garment.ts";
import { circle, oval, rounded } from "./round.ts";
import { type Drawing, Sheet } from "./sheet.ts";

/** A tube of terry that lies on its side: its front, and its open end. */
function band(
  color: string,
  accent: string | undefined,
  trim: string,
  wide: number,
  high: number,
  chance: Random,
): Sheet {
  const sheet = new Sheet();
  const [w, h] = [wide / 2, high / 2];
  const end = h * 0.2;
  const outline = `M${-w} ${-h}Q0 ${-h - end * 2} ${w} ${-h}Q${w + 12} 0 ${w} ${h}Q0 ${h + end * 2} ${-w} ${h}Q${-w - 12} 0 ${-w} ${-h}Z`;
  sheet.panel(outline, color, 0.5);
  sheet.within(outline, (inner) => {
    inner.swell(rounded(0, 0, wide * 0.66, high * 1.3, 40), 0.5);
    if (accent)
      for (const at of [-0.62, 0.5])
        inner.piece(
          `M${-w - 20} ${h * at}Q0 ${h * at + end * 2} ${w + 20} ${h * at}v${h * 0.14}Q0 ${h * at + h * 0.14 + end * 2} ${-w - 20} ${h * at + h * 0.14}Z`,
          accent,
        );
    creases(inner, [-w, -h, w, h], chance, 5);
  });
  const open = oval(0, -h + 1, w * 0.97, end);
  sheet.piece(open, shaded(color, -0.3)).raise(open, -0.8);
  sheet
    .piece(oval(0, -h + 5, w * 0.86, end * 0.66), shaded(color, -0.55))
    .raise(oval(0, -h + 5, w * 0.86, end * 0.66), -0.6);
  const r = 13;
  sheet
    .panel(circle(0, end, r), trim, 0.3)
    .line(
      `M${-r * 0.8} ${end - r * 0.4}Q${r * 0.1} ${end} ${-r * 0.5} ${end + r * 0.7}`,
      mixed(trim, "#808080", 0.5),
      2.4,
    );
  return sheet;
}

export function wristbands(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const high = chance() < 0.4 ? 300 : 210;
  const stripes = chance() < 0.6 ? art.accent : undefined;
  const sheet = new Sheet();
  sheet.add(
    band(art.main, stripes, art.trim, 240, high, chance),
    `translate(-142 -70) rotate(${-8 - chance() * 10})`,
  );
  sheet.add(
    band(art.main, stripes, art.trim, 240, high, chance),
    `translate(146 84) rotate(${6 + chance() * 12})`,
  );
  return sheet.made({
    finish: "terry",
    round: 20,
    lift: 26,
    close: { x: -142, y: -60, near: 2 },
    detail: { x: 150, y: 60, near: 2.6 },
  });
}

export function headband(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  inner(sheet, art);
  const front =
    "M-297 -8Q-286 130 0 142Q286 130 297 -8Q308 60 302 104Q250 286 0 300Q-250 286 -302 104Q-308 60 -297 -8Z";
  sheet.panel(front, art.main, 0.5);
  sheet.within(front, (cloth) => {
    if (chance() < 0.6) cloth.line("M-304 30Q-270 206 0 220Q270 206 304 30", art.accent, 22);
    cloth.swell("M-296 34Q-270 182 0 196Q270 182 296 34L290 80Q250 254 0 266Q-250 254 -290 80Z", 0.4);
    creases(cloth, [-260, 60, 260, 250], chance, 9);
  });
  sheet
    .panel(circle(0, 222, 15), art.trim, 0.3)
    .line("M-12 216Q2 222 -8 232", mixed(art.trim, "#808080", 0.5), 2.2);
  return new Sheet().add(sheet, "translate(0 -50) scale(1.08)").made({
    finish: "terry",
    round: 16,
    lift: 24,
    close: { x: 0, y: 180, near: 2.1 },
    detail: { x: -220, y: 60, near: 2.4 },
  });
}

/** The far side of a headband, seen from within. */
function inner(sheet: Sheet, art: ThingArt): void {
  const back =
    "M-297 0Q-296 -120 0 -132Q296 -120 297 0Q312 -60 296 -108Q240 -258 0 -268Q-240 -258 -296 -108Q-312 -60 -297 0Z";
  sheet.panel(back, shaded(art.main, -0.12), 0.3);
  sheet.within(back, (cloth) =>
    cloth
      .seam("M-2 -280V-120", 3)
      .swell("M-280 -80Q-230 -210 0 -222Q230 -210 280 -80Q220 -150 0 -160Q-220 -150 -280 -80Z", 0.4),
  );
}

/** A sock, lying on its side, toe to the right. */
function sock(art: ThingArt, chance: Random): Sheet {
  const sheet = new Sheet();
  const outline =
    "M-96 -330Q-40 -322 26 -330Q34 -140 26 10Q30 70 96 108Q190 152 216 206Q226 262 160 284Q60 300 -20 238Q-96 190 -104 100Q-110 -120 -96 -330Z";
  sheet.panel(outline, art.main, 0.4);
  sheet.within(outline, (cloth) => {
    const lines: string[] = [];
    for (let x = -120; x < 60; x += 7.5) lines.push(`M${x} -340L${x + 4} 20`);
    ribs(cloth, lines, art.main);
    for (const y of [-292, -268])
      cloth.piece(`M-140 ${y}Q-40 ${y + 12} 60 ${y}v13Q-40 ${y + 25} -140 ${y + 13}Z`, art.accent);
    cloth
      .piece("M-140 60Q-60 90 -66 170Q-50 230 -140 240Z", shaded(art.main, -0.1))
      .seam("M-110 80Q-50 110 -60 180Q-56 214 -30 240");
    cloth.piece("M150 120Q120 200 150 300H300V120Z", shaded(art.main, -0.1)).seam("M150 126Q122 200 152 292");
    for (const [x, y] of [
      [-70, 60],
      [-60, 40],
      [-40, 84],
    ] as const)
      cloth.fold([x - 40, y], [x + 110, y - 24], -16, 12, 0.5);
    waves(cloth, [-90, -240, 30, 0], chance, 3, 0.7);
    cloth.panel(circle(-34, -212, 12), art.trim, 0.2);
  });
  return sheet;
}

export function socks(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  sheet.add(sock(art, chance), "translate(70 -40) rotate(5)");
  sheet.add(
    new Sheet().piece(
      "M-96 -330H26V10Q30 70 96 108Q190 152 216 206Q226 262 160 284Q60 300 -20 238Q-96 190 -104 100Z",
      "#05070c",
      0.22,
    ),
    "translate(-72 58) rotate(-5)",
  );
  sheet.add(sock(art, chance), "translate(-88 44) rotate(-5)");
  return sheet.made({
    finish: "knit",
    round: 14,
    lift: 13,
    close: { x: -100, y: -180, near: 2.2 },
    detail: { x: 20, y: 230, near: 2.2 },
  });
}

/** A support for a joint: a knitted sleeve with a strap around it. */
export function support(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const outline =
    "M-150 -290Q0 -268 150 -290Q178 -150 150 -10Q140 150 168 290Q0 320 -168 290Q-140 150 -150 -10Q-178 -150 -150 -290Z";
  sheet.panel(outline, art.main, 0.4);
  sheet.within(outline, (cloth) => {
    cloth.swell("M-100 -240H100Q120 0 100 240H-100Q-120 0 -100 -240Z", 0.6);
    const lines: string[] = [];
    for (let x = -180; x <= 180; x += 9) lines.push(`M${x} -320Q${x * 0.86} 0 ${x} 330`);
    ribs(cloth, lines, art.main);
    cloth
      .panel(oval(0, -20, 84, 104), shaded(art.main, 0.12), 0.5)
      .seam(oval(0, -20, 84, 104))
      .piece(oval(0, -20, 50, 66), shaded(art.main, -0.1))
      .raise(oval(0, -20, 50, 66), -0.5);
    for (const y of [-292, 272]) cloth.piece(`M-200 ${y}h400v26h-400Z`, art.accent);
    waves(cloth, [-140, -240, 140, 240], chance, 4, 0.7);
  });
  for (const [y, lean] of [
    [-150, 8],
    [128, -8],
  ] as const) {
    const strap = `M-172 ${y}L176 ${y + lean * 3}v58L-172 ${y + 58}Z`;
    sheet
      .panel(strap, shaded(art.main, -0.25), 0.7)
      .stitch(
        `M-166 ${y + 7}L170 ${y + 7 + lean * 3}M-166 ${y + 51}L170 ${y + 51 + lean * 3}`,
        shaded(art.main, 0.3),
        0.5,
      );
    sheet.panel(rounded(120, y + 29 + lean * 2.6, 74, 66, 10), art.accent, 0.6);
  }
  return sheet.made({
    finish: "knit",
    round: 18,
    lift: 22,
    close: { x: 0, y: -60, near: 2 },
    detail: { x: 90, y: 150, near: 2.4 },
  });
}

/** A towel, folded twice. */
export function towel(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const layer = (y: number, color: string) => {
    const d = `M-250 ${y - 250}Q0 ${y - 262} 250 ${y - 250}Q262 ${y} 250 ${y + 250}Q0 ${y + 262} -250 ${y + 250}Q-262 ${y} -250 ${y - 250}Z`;
    sheet.panel(d, color, 0.6).line(d, "#05070a", 1.6, 0.35);
    return d;
  };
  layer(44, shaded(art.main, -0.14));
  layer(22, shaded(art.main, -0.06));
  const top = layer(0, art.main);
  sheet.within(top, (cloth) => {
    cloth
      .piece("M-300 150H300v52H-300Z", art.accent)
      .raise("M-300 150H300v52H-300Z", -0.5)
      .piece("M-300 214H300v9H-300Z", art.accent);
    waves(cloth, [-230, -230, 230, 230], chance, 6, 0.9);
    creases(cloth, [-220, -220, 220, 220], chance, 8);
    hem(cloth, "M-260 250Q0 262 260 250", art.main, "0 -14");
  });
  return sheet.made({
    finish: "terry",
    round: 20,
    lift: 24,
    close: { x: 60, y: 130, near: 2 },
    detail: { x: -150, y: 240, near: 2.4 },
  });
}
