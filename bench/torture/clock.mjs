// Loaded by `node --import` before the shop: each SIGUSR2 shifts its clock, an hour forward, back, an hour backward, back.
const HOUR = 3_600_000;
const SHIFTS = [HOUR, 0, -HOUR, 0];

const RealDate = Date;
let shift = 0;
let turns = 0;

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RealDate.now() + shift] : values));
  }

  static now() {
    return RealDate.now() + shift;
  }
};

process.on("SIGUSR2", () => {
  shift = SHIFTS[turns % SHIFTS.length] ?? 0;
  turns += 1;
});
