import { describe, expect, test } from "vitest";
import { parseRates, RatesFeedError } from "./rates-feed.server.ts";

const NOW = new Date("2026-11-20T16:00:00Z");

function feed(days: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		${days}
	</Cube>
</gesmes:Envelope>
`;
}

const day = (cubes: string, time = "2026-11-19") => feed(`<Cube time='${time}'>${cubes}</Cube>`);
const usd = "<Cube currency='USD' rate='1.0834'/>";

describe("a feed in the format of the European Central Bank", () => {
  test("is read: the currencies in which files have prices, and their day", () => {
    const others =
      "<Cube currency='XAU' rate='0.0003'/><Cube currency='SEK' rate='11.1465'/><Cube currency='GBP' rate='0.8701'/>";
    expect(parseRates(day(usd + others), NOW)).toEqual([
      { currency: "USD", rate: 1.0834, dated: "2026-11-19" },
      { currency: "SEK", rate: 11.1465, dated: "2026-11-19" },
      { currency: "GBP", rate: 0.8701, dated: "2026-11-19" },
    ]);
  });

  test("may lack a currency, and may have its attributes in another order and in double quotes", () => {
    expect(parseRates(day(`<!-- GBP is missing --><Cube rate="1.09" currency = "USD"></Cube>`), NOW)).toEqual(
      [{ currency: "USD", rate: 1.09, dated: "2026-11-19" }],
    );
  });

  test("can be of today", () => {
    expect(parseRates(day(usd, "2026-11-20"), NOW)[0]?.dated).toBe("2026-11-20");
  });

  test.each([
    ["nothing", ""],
    ["an HTML page", "<!doctype html><title>Not found</title>"],
    ["a feed that was cut off", day(usd).slice(0, -30)],
    ["entities", day(`${usd}&bomb;`)],
    ["a document with its own DTD", `<!DOCTYPE a [<!ENTITY b "c">]>${day(usd)}`],
    ["no day", feed(usd)],
    ["several days", feed(`<Cube time='2026-11-19'>${usd}</Cube><Cube time='2026-11-18'>${usd}</Cube>`)],
    ["an invalid day", day(usd, "2026-02-31")],
    ["a day in another format", day(usd, "19.11.2026")],
    ["a day in the future", day(usd, "2026-12-01")],
    ["no currency", day("")],
    ["no currency that is known", day("<Cube currency='XAU' rate='0.0003'/>")],
    ["no rate", day("<Cube currency='USD'/>")],
    ["a rate of zero", day("<Cube currency='USD' rate='0'/>")],
    ["a negative rate", day("<Cube currency='USD' rate='-1.08'/>")],
    ["a rate that is not a number", day("<Cube currency='USD' rate='1e3'/>")],
    ["a rate with a decimal comma", day("<Cube currency='USD' rate='1,08'/>")],
    ["a currency twice", day(usd + usd)],
    ["NUL", day(`${usd}\0`)],
  ])("is refused: %s [V1.5.1]", (_what, xml) => {
    expect(() => parseRates(xml, NOW)).toThrow(RatesFeedError);
  });

  test("is read without its comments", () => {
    expect(() => parseRates(day(`<!-- ${usd} -->`), NOW)).toThrow(RatesFeedError);
  });
});
