import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCountry, normalizePostalCode } from "#app/domain/place.ts";
import { LONGEST_LINE, parseGeoNamesLine } from "./postal-geonames.ts";

const line = (country: string, code: string, latitude = "52.37", longitude = "4.9", place = "Somewhere") =>
  [country, code, place, "Area", "01", "", "", "", "", latitude, longitude, "6"].join("\t");

const rowOf = (text: string) => {
  const parsed = parseGeoNamesLine(text);
  return parsed.kind === "row" ? parsed.row : parsed;
};

describe("a line of a GeoNames file", () => {
  test("is read as it is in the files", () => {
    expect(
      rowOf("NL\t1011 AB\tAmsterdam\tNoord-Holland\t07\tGemeente Amsterdam\t0363\t\t\t52.3731\t4.9025\t6\r"),
    ).toEqual({
      country: "NL",
      code: "1011AB",
      area: "1011",
      place: "Amsterdam",
      latitude: 52.3731,
      longitude: 4.9025,
    });
  });

  test.each([
    ["DE", "10117", "DE", "10117", "10117"],
    ["FR", "69002 CEDEX 02", "FR", "69002", "69002"],
    ["RE", "97400", "FR", "97400", "97400"],
    ["GB", "SW19 5AE", "GB", "SW195AE", "SW19"],
    ["GB", "e1", "GB", "E1", "E1"],
    ["JE", "JE2", "GB", "JE2", "JE2"],
    ["US", "94103-1234", "US", "94103", "94103"],
    ["PR", "00901", "US", "00901", "00901"],
  ])("%s %s is read as %s %s in the postal area %s", (from, written, country, code, area) => {
    expect(rowOf(line(from, written))).toMatchObject({ country, code, area });
  });

  test("may lack the accuracy", () => {
    expect(rowOf(line("DE", "10117").replace(/\t6$/, ""))).toMatchObject({ code: "10117" });
  });

  test("of another country is reported with its country", () => {
    expect(parseGeoNamesLine(line("BE", "1000"))).toEqual({ kind: "foreign", country: "BE" });
  });

  test("is skipped when it is empty", () => {
    for (const text of ["", "\r", "  \t "]) expect(parseGeoNamesLine(text)).toEqual({ kind: "blank" });
  });

  test.each([
    ["DE\t10117\tBerlin", "it has too few columns between tabs (3 of 11)"],
    [line("", "10117"), '"" is not a country'],
    [line("Germany", "10117"), '"Germany" is not a country'],
    [line("DE", ""), "the postal code is empty"],
    [line("DE", "1011 AB"), '"1011 AB" is no postal code of DE'],
    [line("DE", "10117", ""), '"" is not a latitude'],
    [line("DE", "10117", "91"), '"91" is not a latitude'],
    [line("DE", "10117", "52", "NaN"), '"NaN" is not a longitude'],
    [line("DE", "10117", "52", "181"), '"181" is not a longitude'],
    [line("DE", "10117", "0", "0"), "the coordinates are 0, 0"],
    [line("DE", "10117", "52", "13", "Ber\0lin"), "the line holds what is not text"],
    ["x".repeat(LONGEST_LINE + 1), `the line has more than ${LONGEST_LINE} characters`],
  ])("is refused with its reason", (text, reason) => {
    expect(parseGeoNamesLine(text)).toEqual({ kind: "fault", reason });
  });

  test("is always a usable row or a reason, whatever it contains", () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom("NL", "GB", "1011 AB", "SW1A 1AA", "52.1", "-0.5"));
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 13 }), (cells) => {
        const parsed = parseGeoNamesLine(cells.join("\t"));
        if (parsed.kind !== "row") return parsed.kind !== "fault" || parsed.reason !== "";
        const { country, code, latitude, longitude } = parsed.row;
        return (
          isCountry(country) &&
          normalizePostalCode(country, code) === code &&
          Math.abs(latitude) <= 90 &&
          Math.abs(longitude) <= 180
        );
      }),
    );
  });
});
