/** What belongs to a court: hoppers, pumps, brooms, markers, measures. */
import { mixed, shaded } from "../colors.ts";
import { random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { ball } from "./balls.ts";
import { circle, oval, rounded } from "./round.ts";
import { between, type Drawing, Sheet } from "./sheet.ts";

const FELT = "#d3de38";

/** A rod of painted or bare metal. */
function rod(sheet: Sheet, d: string, color: string, wide: number): void {
  sheet.cord(d, color, wide, 1);
  sheet.over += `<path d="${d}" transform="translate(${-wide * 0.16} ${-wide * 0.22})" fill="none" stroke="#ffffff" stroke-opacity="0.45" stroke-width="${wide * 0.2}" stroke-linecap="round"/>`;
}

/** A wire basket from above, full of balls, its handles folded out. */
export function hopper(art: ThingArt): Drawing {
  const chance = random(art.seed);
  if (art.make === "tube") return ballTube(art);
  const sheet = new Sheet();
  const well = rounded(0, 0, 520, 600, 40);
  sheet.piece(well, "#05070a", 0.45);
  sheet.within(well, (inner) => {
    const r = 62;
    for (const [layer, dark] of [-0.4, -0.12, 0].entries())
      for (let row = 0; row < 7; row++)
        for (let column = 0; column < 6; column++) {
          if (layer > 0 && chance() < 0.16) continue;
          const [x, y] = [
            -290 + column * 2 * r * 0.93 + (row % 2 ? r : 0) - layer * 22 + between(chance, -8, 8),
            -330 + row * 2 * r * 0.84 + layer * 18 + between(chance, -8, 8),
          ];
          inner.piece(circle(x + 8, y + 12, r), "#05070a", 0.3);
          inner.paint += ball(
            x,
            y,
            r,
            shaded(FELT, dark - chance() * 0.12),
            chance,
            `h${layer}${row}${column}`,
          );
        }
  });
  for (let x = -220; x <= 220; x += 55) rod(sheet, `M${x} -298V298`, art.main, 7);
  for (let y = -250; y <= 250; y += 100) rod(sheet, `M-258 ${y}H258`, art.main, 6);
  rod(sheet, well, art.main, 17);
  for (const side of [-1, 1]) {
    rod(
      sheet,
      `M${side * 250} -210Q${side * 350} -200 ${side * 352} -110V110Q${side * 350} 200 ${side * 250} 210`,
      art.main,
      15,
    );
    sheet.panel(rounded(side * 352, 0, 40, 150, 18), "#1b1c20", 0.9);
    for (let at = -54; at <= 54; at += 18) sheet.seam(`M${side * 352 - 20} ${at}h40`, 1.4);
  }
  return new Sheet().add(sheet, "scale(0.98)").made({
    finish: "plastic",
    round: 6,
    lift: 40,
    close: { x: -60, y: -130, near: 1.8 },
    detail: { x: 270, y: 60, near: 2.1 },
  });
}

/** A tube that picks up balls: they show through its slits. */
function ballTube(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const tube = rounded(0, 20, 150, 800, 30);
  sheet.piece(tube, shaded(art.main, -0.55), 0.9);
  for (let at = 0; at < 7; at++) sheet.paint += ball(0, 350 - at * 106, 62, FELT, chance, `t${at}`);
  for (const x of [-64, 0, 64]) sheet.panel(rounded(x, 20, x === 0 ? 18 : 24, 790, 8), art.main, 0.8);
  for (const y of [-370, -130, 110, 402]) sheet.panel(rounded(0, y, 164, 34, 12), art.main, 0.8);
  rod(sheet, "M-40 -392V-440Q0 -470 40 -440V-392", "#1b1c20", 24);
  return new Sheet().add(sheet, "rotate(24) scale(0.96)").made({
    finish: "plastic",
    round: 14,
    lift: 40,
    close: { x: 60, y: -160, near: 2 },
    detail: { x: -110, y: 300, near: 2 },
  });
}

/** A tube for three balls with a pump in its lid and a gauge. */
export function pump(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const tube = "M-104 -190V310Q-104 352 -60 360Q0 372 60 360Q104 352 104 310V-190Q0 -166 -104 -190Z";
  sheet.piece(tube, "#c9d3d8", 0.34);
  for (let at = 0; at < 3; at++)
    sheet.paint += ball(at % 2 ? 4 : -4, 262 - at * 168, 90, FELT, chance, `p${at}`);
  sheet.over += `<linearGradient id="pump"><stop offset="0" stop-color="#05070c" stop-opacity="0.45"/><stop offset="0.22" stop-color="#fff" stop-opacity="0.4"/><stop offset="0.36" stop-color="#fff" stop-opacity="0"/><stop offset="0.85" stop-color="#05070c" stop-opacity="0.3"/><stop offset="1" stop-color="#05070c" stop-opacity="0.45"/></linearGradient><path d="${tube}" fill="url(#pump)"/>`;
  for (const y of [-40, 130, 296])
    sheet.over += `<path d="M-104 ${y}Q0 ${y + 24} 104 ${y}" fill="none" stroke="#fff" stroke-opacity="0.35" stroke-width="4"/>`;
  const collar = "M-122 -262H122V-176Q0 -146 -122 -176Z";
  sheet.panel(collar, art.main, 0.9).swell("M-90 -262H60V-180H-90Z", 0.6);
  for (let x = -116; x < 120; x += 12) sheet.seam(`M${x} -258V${-172 + 20 * (1 - (x / 122) ** 2)}`, 1.4);
  sheet.panel("M-122 -262Q0 -290 122 -262Q0 -236 -122 -262Z", shaded(art.main, 0.14), 0.5);
  rod(sheet, "M0 -266V-356", "#c3c8cd", 26);
  sheet.panel(rounded(0, -378, 196, 48, 24), art.main, 0.95).swell(rounded(0, -382, 150, 20, 10), 0.7);
  // The gauge, at the side of the lid.
  sheet
    .panel(circle(132, -228, 62), "#c3c8cd", 0.9)
    .piece(circle(132, -228, 50), "#f5f4ee")
    .raise(circle(132, -228, 50), -0.6);
  for (let tick = 0; tick < 9; tick++) {
    const angle = Math.PI * (0.8 + tick * 0.175);
    sheet.line(
      `M${132 + Math.cos(angle) * 38} ${-228 + Math.sin(angle) * 38}L${132 + Math.cos(angle) * 46} ${-228 + Math.sin(angle) * 46}`,
      tick > 6 ? "#c8152c" : "#1b1c20",
      3,
    );
  }
  sheet.line("M132 -228L108 -256", "#c8152c", 4).panel(circle(132, -228, 7), "#1b1c20", 0.8);
  sheet.over += `<ellipse cx="116" cy="-250" rx="26" ry="14" transform="rotate(-30 116 -250)" fill="#fff" fill-opacity="0.35"/>`;
  return new Sheet().add(sheet, "translate(0 20) rotate(10) scale(1.06)").made({
    finish: "plastic",
    round: 4,
    lift: 32,
    close: { x: 60, y: -220, near: 2 },
    detail: { x: -10, y: 230, near: 2 },
  });
}

/** A broom for the lines: a round brush on a shaft, or a straight one. */
export function sweeper(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const bristle = mixed(art.main, "#1b1c20", 0.25);
  rod(sheet, "M150 150L-238 -430", art.make === "broom" ? "#c79a5b" : "#b9bec4", 30);
  const head = new Sheet();
  const hairs: string[] = [];
  for (let hair = 0; hair < 260; hair++) {
    const x = between(chance, -222, 222);
    hairs.push(
      `M${x.toFixed(0)} 20L${(x * 1.1 + between(chance, -12, 12)).toFixed(0)} ${between(chance, 118, 142).toFixed(0)}`,
    );
  }
  head
    .line(hairs.join(""), shaded(bristle, -0.35), 4.5)
    .line(hairs.filter((_, at) => at % 2).join(""), bristle, 3)
    .line(hairs.filter((_, at) => at % 5 === 0).join(""), mixed(bristle, "#ffffff", 0.4), 1.6, 0.7);
  const wood = "M-240 -34Q0 -62 240 -34Q252 -4 240 30Q0 50 -240 30Q-252 -4 -240 -34Z";
  head
    .panel(wood, art.make === "broom" ? "#b98650" : art.main, 0.9)
    .swell("M-200 -24Q0 -44 200 -24V8H-200Z", 0.6);
  head.within(wood, (inner) => {
    for (let grain = 0; grain < 7; grain++)
      inner.line(
        `M-260 ${-40 + grain * 12}Q0 ${-62 + grain * 12 + chance() * 20} 260 ${-40 + grain * 12}`,
        "#5a3a1c",
        1.4,
        art.make === "broom" ? 0.35 : 0,
      );
  });
  head.panel(rounded(0, -26, 66, 84, 14), "#8d949b", 0.9);
  for (const x of [-18, 18]) head.panel(circle(x, -8, 7), "#d6dade", 0.8);
  sheet.add(head, "translate(150 190) rotate(-32)");
  return new Sheet().add(sheet, "translate(10 10) scale(0.86)").made({
    finish: "plastic",
    round: 8,
    lift: 30,
    close: { x: 130, y: 160, near: 1.8 },
    detail: { x: -60, y: -160, near: 1.9 },
  });
}

const DISCS = ["#e9d92f", "#e0481f", "#2f7fce", "#3a9b58"];

/** Flat discs for drills, in a row and one apart; or rubber lines and corners. */
export function markers(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  if (art.make === "lines") {
    for (let line = 0; line < 6; line++)
      sheet.add(
        new Sheet().panel(rounded(0, 0, 480, 56, 10), shaded(art.main, -0.03 * line), 0.7),
        `translate(${between(chance, -40, 40).toFixed(0)} ${-250 + line * 66}) rotate(${between(chance, -5, 5).toFixed(1)})`,
      );
    for (const x of [-170, 120])
      sheet.add(
        new Sheet().panel("M-100 -100H100V-44H-44V100H-100Z", shaded(art.main, -0.06), 0.8),
        `translate(${x} 260) rotate(${between(chance, -30, 30).toFixed(0)})`,
      );
    return sheet.made({
      finish: "plastic",
      round: 5,
      lift: 9,
      close: { x: 0, y: -120, near: 1.9 },
      detail: { x: -150, y: 250, near: 2.1 },
    });
  }
  const colors = art.make === "mixed" ? DISCS : [art.main, art.accent];
  const disc = (color: string, r: number) => {
    const one = new Sheet();
    const ring = `${circle(0, 0, r)}M${-r * 0.34} 0a${r * 0.34} ${r * 0.34} 0 1 0 ${r * 0.68} 0a${r * 0.34} ${r * 0.34} 0 1 0 ${-r * 0.68} 0Z`;
    one.paint += `<path d="${ring}" fill="${color}" fill-rule="evenodd"/>`;
    one.seams += `<path d="${ring}" fill="#fff" fill-rule="evenodd" fill-opacity="0.8"/>`;
    for (let at = 0.5; at < 0.95; at += 0.11) one.line(circle(0, 0, r * at), shaded(color, -0.22), 3, 0.6);
    one.bodies += `<circle r="${r * 0.7}" fill="none" stroke="#fff" stroke-width="${r * 0.3}" stroke-opacity="0.4"/>`;
    return one;
  };
  for (let at = 0; at < 9; at++) {
    const color = colors[Math.floor(at / 2) % colors.length] ?? art.main;
    sheet.add(
      new Sheet().piece(circle(8, 10, 150), "#05070a", 0.22),
      `translate(${-140 + at * 22} ${-180 + at * 26})`,
    );
    sheet.add(disc(color, 150), `translate(${-140 + at * 22} ${-180 + at * 26})`);
  }
  sheet.add(disc(colors[1] ?? art.main, 140), "translate(-190 240)");
  sheet.add(disc(colors[2] ?? art.main, 140), "translate(200 -300)");
  return sheet.made({
    finish: "plastic",
    round: 6,
    lift: 14,
    close: { x: -60, y: -120, near: 1.9 },
    detail: { x: -180, y: 240, near: 2.1 },
  });
}

/** A rule that measures the net: folded wood or metal, or a band with a weight. */
export function measure(art: ThingArt): Drawing {
  const sheet = new Sheet();
  const piece = (long: number, color: string) => {
    const one = new Sheet().panel(rounded(0, 0, 74, long, 10), color, 0.8);
    for (let y = -long / 2 + 16, tick = 0; y < long / 2 - 10; y += 11, tick++)
      one.line(
        `M-37 ${y.toFixed(0)}h${tick % 10 === 0 ? 36 : tick % 5 === 0 ? 26 : 15}`,
        color > "#8" ? "#1b1c20" : "#f2f1ed",
        tick % 10 === 0 ? 3 : 1.8,
        0.85,
      );
    for (let tick = 0; tick < long / 110 - 1; tick++)
      one.piece(rounded(18, -long / 2 + 30 + tick * 110, 13, 17, 3), "#c8152c", 0.85);
    return one;
  };
  if (art.make === "folding") {
    const bends = [
      [-200, 300],
      [-70, -310],
      [70, 310],
      [200, -300],
    ] as const;
    bends.slice(1).forEach(([x, y], at) => {
      const [fromX, fromY] = bends[at] ?? [0, 0];
      const turn = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI + 90;
      const put = `translate(${(x + fromX) / 2} ${(y + fromY) / 2}) rotate(${turn.toFixed(1)})`;
      const long = Math.hypot(x - fromX, y - fromY) + 56;
      sheet.add(new Sheet().piece(rounded(8, 11, 74, long, 10), "#05070c", 0.3), put);
      sheet.add(piece(long, shaded(art.main, -0.04 * at)), put);
    });
    for (const [x, y] of bends.slice(1, 3))
      sheet.panel(circle(x, y, 25), "#c9a45b", 0.9).panel(circle(x, y, 10), "#8d6f35", 0.8);
  } else {
    sheet.add(piece(700, art.main), "translate(-40 -60) rotate(-8)");
    sheet.panel(rounded(60, 320, 150, 110, 26), "#8d949b", 0.95).swell(rounded(60, 312, 100, 50, 20), 0.8);
    sheet.panel(oval(-86, -424, 46, 40), "#b9bec4", 0.9).piece(oval(-86, -424, 24, 20), "#15171b", 0.8);
    rod(sheet, "M10 290L50 300", "#8d949b", 40);
  }
  return sheet.made({
    finish: "metal",
    round: 6,
    lift: 15,
    close: { x: -40, y: -60, near: 2 },
    detail: { x: 60, y: 290, near: 2.2 },
  });
}
