/** Tools of a stringer's bench: clamps, awls, lead, and a press for wooden frames. */
import { mixed, shaded } from "../colors.ts";
import { random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { circle, rounded } from "./round.ts";
import { between, type Drawing, Sheet } from "./sheet.ts";

const STEEL = "#b7bdc4";

/** An awl: a steel point in a turned handle. */
function awl(color: string): Sheet {
  const one = new Sheet();
  one.panel("M-7 -60L-2 -330H2L7 -60Z", STEEL, 0.9);
  one.panel("M-24 -70h48v34h-48Z", "#8d949b", 0.9);
  const handle = "M-28 -40Q-40 20 -30 90Q-48 170 -34 250Q0 282 34 250Q48 170 30 90Q40 20 28 -40Z";
  one.panel(handle, color, 0.9).swell("M-10 -30Q-20 110 -14 240H6Q-6 110 6 -30Z", 1);
  one.within(handle, (inner) => {
    for (const y of [-10, 4, 18, 214, 228]) inner.seam(`M-50 ${y}Q0 ${y + 10} 50 ${y}`, 2);
  });
  return one;
}

/** A clamp with two jaws, a spring and sleeved handles. */
export function stringTool(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const clamp = new Sheet();
  for (const side of [-1, 1]) {
    const arm = new Sheet();
    arm.panel(
      "M8 -330Q44 -336 56 -300L62 -120Q60 -60 40 -30Q70 60 96 190L110 300Q112 350 84 352Q58 352 52 310L34 160Q20 60 2 10Z",
      STEEL,
      0.9,
    );
    arm.panel("M46 96Q84 90 94 130L118 300Q122 366 84 368Q48 368 44 320L26 140Q24 104 46 96Z", art.main, 0.9);
    for (let at = 0; at < 7; at++) arm.seam(`M30 ${150 + at * 28}L112 ${140 + at * 28}`, 2);
    for (let at = 0; at < 8; at++) arm.seam(`M6 ${-318 + at * 16}h20`, 1.8);
    clamp.add(arm, side === 1 ? "" : "scale(-1 1)");
  }
  const coils = Array.from({ length: 7 }, (_, at) => `M${-44 + at * 13} 70q6 -34 12 0`).join("");
  clamp.line(coils, "#7d848b", 9).line(coils, "#d6dade", 5);
  clamp
    .panel(circle(0, -20, 40), "#a3a9b0", 0.95)
    .panel(circle(0, -20, 20), "#7d848b", 0.9)
    .line("M-12 -20h24", "#2a2c31", 5);
  sheet.add(clamp, `translate(-60 0) rotate(${between(chance, -26, -16).toFixed(0)})`);
  sheet.add(
    awl(mixed(art.main, "#15171b", 0.25)),
    `translate(220 60) rotate(${between(chance, 8, 18).toFixed(0)})`,
  );
  return sheet.made({
    finish: "metal",
    round: 10,
    lift: 22,
    close: { x: -90, y: -160, near: 1.9 },
    detail: { x: 20, y: 200, near: 2 },
  });
}

export function racketTool(art: ThingArt): Drawing {
  const chance = random(art.seed);
  if (art.make === "lead") return lead(art);
  if (art.make === "press") return press(art);
  const sheet = new Sheet();
  sheet.add(awl(art.main), "translate(-130 40) rotate(-16)");
  sheet.add(
    awl(shaded(art.main, 0.1)),
    `translate(30 60) rotate(${between(chance, 2, 10).toFixed(0)}) scale(0.9)`,
  );
  const bent = new Sheet();
  for (const side of [-1, 1])
    bent.add(
      new Sheet()
        .panel(
          "M4 -230Q30 -220 26 -110L40 20Q70 200 58 300Q40 326 24 300Q22 180 2 40Z",
          side > 0 ? STEEL : shaded(STEEL, -0.1),
          0.9,
        )
        .panel("M36 70Q72 200 62 300Q42 332 20 300Q24 180 20 74Z", art.accent, 0.9),
      side === 1 ? "" : "scale(-1 1)",
    );
  bent.panel(circle(0, 10, 22), "#7d848b", 0.9);
  sheet.add(bent, "translate(210 20) rotate(14)");
  return sheet.made({
    finish: "metal",
    round: 10,
    lift: 20,
    close: { x: 200, y: -60, near: 2 },
    detail: { x: -130, y: 150, near: 2.2 },
  });
}

/** Lead tape: a roll, and strips on their backing. */
function lead(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const grey = mixed(art.main, "#8b9197", 0.7);
  for (const [x, y, turn] of [
    [-60, 200, -8],
    [40, 300, 4],
  ] as const) {
    const strip = new Sheet()
      .panel(rounded(0, 0, 520, 60, 4), "#efe9d8", 0.3)
      .panel(rounded(0, 0, 490, 40, 4), grey, 0.8);
    for (let at = -220; at < 230; at += 44) strip.seam(`M${at} -20v40`, 1);
    sheet.add(strip, `translate(${x} ${y}) rotate(${turn})`);
  }
  const tail = "M0 -290Q250 -270 236 -110Q220 20 330 40";
  sheet.line(tail, shaded(grey, -0.5), 58).line(tail, grey, 54);
  sheet.seams += `<path d="${tail}" fill="none" stroke="#fff" stroke-width="46"/>`;
  sheet.panel(circle(-30, -130, 176), grey, 0.9);
  for (let r = 84; r < 174; r += 7 + chance())
    sheet.line(circle(-30, -130, r), shaded(grey, -0.4), 1.8, 0.8).raise(circle(-30, -130, r), 0.05);
  sheet
    .panel(circle(-30, -130, 76), "#d9c9a3", 0.5)
    .piece(circle(-30, -130, 62), "#15171b", 0.75)
    .raise(circle(-30, -130, 62), -1);
  return sheet.made({
    finish: "metal",
    round: 8,
    lift: 20,
    close: { x: -40, y: -120, near: 2 },
    detail: { x: 0, y: 240, near: 2.2 },
  });
}

/** Four bars of wood with wing nuts, which keep a wooden frame flat. */
function press(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const bar = (long: number, tone: number) => {
    const one = new Sheet();
    const d = rounded(0, 0, long, 74, 12);
    one.piece(rounded(9, 12, long, 74, 12), "#05070c", 0.3).panel(d, shaded(art.main, tone), 0.9);
    one.within(d, (inner) => {
      for (let grain = 0; grain < 12; grain++) {
        const y = -36 + grain * 6.4;
        inner.line(
          `M${-long / 2} ${y}Q${between(chance, -60, 60).toFixed(0)} ${(y + between(chance, -12, 12)).toFixed(0)} ${long / 2} ${(y + between(chance, -5, 5)).toFixed(0)}`,
          "#3a2410",
          1.6,
          between(chance, 0.15, 0.4),
        );
      }
    });
    return one;
  };
  sheet
    .add(bar(620, -0.1), "translate(-210 0) rotate(86)")
    .add(bar(620, -0.06), "translate(210 0) rotate(94)");
  sheet.add(bar(520, 0.02), "translate(0 -250)").add(bar(440, 0), "translate(0 250)");
  for (const [x, y] of [
    [-222, -250],
    [222, -250],
    [-190, 250],
    [190, 250],
  ] as const) {
    sheet.panel(circle(x, y, 33), "#b08d4a", 0.9).panel(circle(x, y, 15), "#8a6a30", 0.9);
    sheet.add(
      new Sheet().panel(
        "M-64 -14Q-40 -34 -14 -10H14Q40 -34 64 -14Q60 20 14 12H-14Q-60 20 -64 -14Z",
        "#c7a55e",
        0.95,
      ),
      `translate(${x} ${y}) rotate(${(chance() * 180).toFixed(0)})`,
    );
  }
  return sheet.made({
    finish: "canvas",
    round: 8,
    lift: 26,
    close: { x: -180, y: -220, near: 2 },
    detail: { x: 190, y: 230, near: 2.1 },
  });
}
