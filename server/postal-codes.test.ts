import { describe, expect, test } from "vitest";
import { COUNTRIES, isCountry, isRegion, normalizePostalCode, publicPostalCode } from "#app/domain/place.ts";
import { type PostalCode, shippedPostalCodes } from "#tests/support/postal-codes.ts";

const all = shippedPostalCodes();
/** Each has the position of its main town. Five digits in France are a whole code, of an island overseas. */
const regions = all.filter(
  ({ country, code }) =>
    isCountry(country) && (isRegion(country, code) || (country === "FR" && /^971(33|50)$/.test(code))),
);
/** As precise as the part of a listing's postal code that everybody may see. */
const areas = all.filter(({ country, code }) => !isCountry(country) || !isRegion(country, code));
const zipCodes = areas.filter(({ country }) => country === "US");

/** South, west, north, east in degrees; several boxes for countries with parts overseas. */
const BOXES: Readonly<Record<string, readonly (readonly [number, number, number, number])[]>> = {
  NL: [[50.7, 3.3, 53.6, 7.3]],
  DE: [[47.2, 5.8, 55.1, 15.1]],
  FR: [
    [41.3, -5.2, 51.1, 9.6],
    [14, -63.2, 18.2, -60.8],
    [3, -54.6, 6, -51.5],
    [-21.5, 55.1, -20.8, 55.9],
    [-13.1, 45, -12.6, 45.4],
    [46.7, -56.5, 47.2, -56.1],
    [-22.7, 163.5, -19.5, 168],
    [-17.9, -150, -17.4, -149],
  ],
  GB: [[49.1, -8.2, 60.9, 1.8]],
  US: [
    [24.4, -124.8, 49.4, -66.9],
    [17.6, -67.3, 18.6, -64.5],
    [18.9, -160.3, 22.3, -154.8],
    [51.2, -180, 71.4, -129.9],
  ],
};

const kmBetween = (one: PostalCode, latitude: number, longitude: number) =>
  Math.hypot(
    (one.latitude - latitude) * 111.2,
    (one.longitude - longitude) * 111.2 * Math.cos((latitude * Math.PI) / 180),
  );

/** The region with the longest code with which the given code begins, as a search finds it. */
const regionOf = (country: string, code: string) =>
  regions
    .filter((region) => region.country === country && code.startsWith(region.code))
    .sort((a, b) => b.code.length - a.code.length)[0];

describe("the postal regions", () => {
  test("are each in their country", () => {
    const outside = regions.filter(
      ({ country, latitude, longitude }) =>
        !BOXES[country]?.some(
          ([south, west, north, east]) =>
            latitude >= south && latitude <= north && longitude >= west && longitude <= east,
        ),
    );
    expect(outside).toEqual([]);
  });

  const codesOf = (country: string) =>
    regions.filter((one) => one.country === country).map(({ code }) => code);
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, "0"));
  const ofLength = (country: string, length: number) =>
    codesOf(country)
      .filter((code) => code.length === length)
      .sort();

  test("are of the five countries", () => {
    expect(new Set(regions.map(({ country }) => country))).toEqual(new Set(COUNTRIES));
  });

  test("include the first two digits of every postal code of the Netherlands", () => {
    expect(ofLength("NL", 2)).toEqual(numbers(10, 99));
  });

  test("include the first two digits of every postal code of Germany", () => {
    const unused = ["05", "11", "43", "62"];
    expect(ofLength("DE", 2)).toEqual(numbers(1, 99).filter((code) => !unused.includes(code)));
  });

  test("include each department of France, both parts of Corsica, and the overseas departments", () => {
    expect(ofLength("FR", 2)).toEqual(numbers(1, 95));
    const overseas = ["971", "972", "973", "974", "975", "976", "987", "988", "97133", "97150"];
    expect(codesOf("FR")).toEqual(expect.arrayContaining(["20", "202", ...overseas]));
    expect(regionOf("FR", "20090")?.place).toBe("Ajaccio");
    expect(regionOf("FR", "20600")?.place).toBe("Bastia");
  });

  test("include each area of the United Kingdom and the Crown dependencies", () => {
    const areas =
      `AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH
      EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE
      NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS
      TW UB W WA WC WD WF WN WR WS WV YO ZE`.split(/\s+/);
    expect(areas).toHaveLength(124);
    expect(codesOf("GB").sort()).toEqual(areas);
  });

  test("include one within 500 km of each US ZIP code, except in the Pacific and parts of Alaska", () => {
    // Hawaii, American Samoa and Guam.
    const pacific = /^(967\d\d|968\d\d|969\d\d)$/;
    const lost = zipCodes
      .filter(({ code }) => !pacific.test(code))
      .filter(({ code }) => regionOf("US", code) === undefined);
    expect(lost).toEqual([]);
    const far = zipCodes.filter(({ code, latitude, longitude }) => {
      const region = regionOf("US", code);
      return region && !pacific.test(code) && kmBetween(region, latitude, longitude) > 500;
    });
    // Larger than 500 km, in Alaska.
    expect(far.map(({ code }) => code).filter((code) => !/^99[5-7]/.test(code))).toEqual([]);
  });

  test.each([
    ["NL", "1071DJ", "Amsterdam", 52.37, 4.9],
    ["NL", "3011AA", "Rotterdam", 51.92, 4.48],
    ["NL", "3511AB", "Utrecht", 52.09, 5.12],
    ["NL", "9712CP", "Groningen", 53.22, 6.57],
    ["NL", "6211AX", "Maastricht", 50.85, 5.69],
    ["DE", "10117", "Berlin", 52.52, 13.4],
    ["DE", "20095", "Hamburg", 53.55, 10],
    ["DE", "80331", "München", 48.14, 11.57],
    ["DE", "50667", "Köln", 50.94, 6.96],
    ["DE", "01067", "Dresden", 51.05, 13.74],
    ["FR", "75015", "Paris", 48.85, 2.3],
    ["FR", "69002", "Lyon", 45.76, 4.83],
    ["FR", "13001", "Marseille", 43.3, 5.37],
    ["FR", "20200", "Bastia", 42.7, 9.45],
    ["FR", "97400", "Saint-Denis", -20.88, 55.45],
    ["GB", "SW195AE", "London", 51.44, -0.21],
    ["GB", "M11AE", "Manchester", 53.48, -2.24],
    ["GB", "EH11YZ", "Edinburgh", 55.95, -3.19],
    ["GB", "B11AA", "Birmingham", 52.48, -1.9],
    ["US", "10001", "New York", 40.75, -73.99],
    ["US", "78704", "Austin", 30.25, -97.76],
    ["US", "94103", "San Francisco", 37.77, -122.41],
    ["US", "96815", "Honolulu", 21.28, -157.83],
  ])("place %s %s in %s", (country, code, place, latitude, longitude) => {
    const region = regionOf(country, code);
    expect(region?.place).toBe(place);
    expect(region && kmBetween(region, latitude, longitude)).toBeLessThan(15);
  });
});

describe("the postal areas", () => {
  const byCode = new Map(areas.map((area) => [`${area.country} ${area.code}`, area]));

  test("are as precise as the part of a listing's postal code that everybody may see", () => {
    const others = areas.filter(
      ({ country, code }) =>
        isCountry(country) &&
        (normalizePostalCode(country, code) !== code || publicPostalCode(country, code) !== code),
    );
    expect(others).toEqual([]);
  });

  test("leave out military post offices, and codes that the source locates wrongly", () => {
    for (const code of ["09001", "34002", "96201", "10200", "86555", "99506"])
      expect(byCode.has(`US ${code}`)).toBe(false);
  });

  test.each([
    ["NL 1071", "Amsterdam", 52.36, 4.88],
    ["DE 80331", "München", 48.14, 11.57],
    ["FR 13200", "Arles", 43.68, 4.63],
    ["FR 13001", "Marseille 01", 43.3, 5.38],
    ["GB SW1A", "Westminster Abbey", 51.5, -0.13],
    ["BE 1000", "Bruxelles", 50.85, 4.35],
    ["AT 1010", "Wien, Innere Stadt", 48.21, 16.37],
    ["US 10001", "New York", 40.75, -73.99],
    ["US 02139", "Cambridge", 42.37, -71.11],
    ["US 33139", "Miami Beach", 25.79, -80.13],
    ["US 60614", "Chicago", 41.92, -87.65],
    ["US 78704", "Austin", 30.24, -97.77],
    ["US 80202", "Denver", 39.75, -105.0],
    ["US 94103", "San Francisco", 37.77, -122.41],
    ["US 99503", "Anchorage", 61.19, -149.89],
    ["US 96815", "Honolulu", 21.28, -157.83],
    ["US 00901", "San Juan", 18.47, -66.11],
    ["US 96910", "Hagatna", 13.47, 144.75],
  ])("contain %s: %s", (code, place, latitude, longitude) => {
    const area = byCode.get(code);
    expect(area?.place).toBe(place);
    expect(Math.abs((area?.latitude ?? 0) - latitude)).toBeLessThan(0.08);
    expect(Math.abs((area?.longitude ?? 0) - longitude)).toBeLessThan(0.08);
  });
});

describe("the file of postal codes", () => {
  test("has 1,400 regions and the areas of seven countries, each once", () => {
    const count = (country: string) => areas.filter((area) => area.country === country).length;
    const counts = ["NL", "DE", "FR", "GB", "BE", "AT", "US"].map(count);
    // Two of the areas of France are regions too, and were not counted as areas before.
    expect(counts).toEqual([4_085, 10_799, 6_064, 3_001, 1_146, 2_217, 41_902]);
    expect(new Set(all.map(({ country, code }) => `${country} ${code}`)).size).toBe(all.length);
    expect(all).toHaveLength(1_400 + 27_310 + 41_902);
  });
});
