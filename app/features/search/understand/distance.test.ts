import { describe, expect, test } from "vitest";
import { distancesIn } from "./distance.ts";

describe("a distance", () => {
  test.each([
    ["racket within 30 km of Cologne", "within 30 km of", 30],
    ["racket within a radius of 15 km around Leeds", "within a radius of 15 km around", 15],
    ["bag 20 miles from Leeds", "20 miles from", 32],
    ["bag in a 20 mile radius of Leeds", "in a 20 mile radius of", 32],
    ["tas binnen 30km van Utrecht", "binnen 30km van", 30],
    ["tas in een straal van 30 kilometer rond Utrecht", "in een straal van 30 kilometer rond", 30],
    ["tas 30 km rondom Utrecht", "30 km rondom", 30],
    ["Tasche im Umkreis von 30 km um Köln", "im Umkreis von 30 km um", 30],
    ["Tasche Köln 25km Umkreis", "25km Umkreis", 25],
    ["Tasche Köln +25 km", "+25 km", 25],
    ["Tasche höchstens 40 Kilometer von Bonn", "höchstens 40 Kilometer von", 40],
    ["sac à moins de 30 km de Lyon", "à moins de 30 km de", 30],
    ["sac dans un rayon de 10 km autour de Lyon", "dans un rayon de 10 km autour de", 10],
    ["sac à 20 kilomètres d'Anvers", "à 20 kilomètres d'", 20],
    ["sac < 30 km Lyon", "< 30 km", 30],
    ["sac Lyon, 30 km max", "30 km max", 30],
  ])("is read in %j", (text, typed, km) => {
    expect(distancesIn(text).map(({ part }) => ({ typed: part.typed, km: part.km }))).toEqual([
      { typed, km },
    ]);
  });

  test.each(["racket 300 g", "serve 200 km/h", "string 12 m", "0 km", "strung at 24 kg", "blade 98 mid"])(
    "is not read in %j",
    (text) => {
      expect(distancesIn(text)).toEqual([]);
    },
  );
});
