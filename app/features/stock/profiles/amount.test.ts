import { describe, expect, test } from "vitest";
import { RATED_CURRENCIES } from "#app/domain/currency.ts";
import { amountInCell, currencyInCell, currencyOfTitle } from "./amount.ts";

describe("prices in other currencies", () => {
  test.each(RATED_CURRENCIES)("are read with the code %s", (code) => {
    expect(amountInCell(`129.50 ${code}`, ".")).toEqual({ cents: 129_50, currency: code });
    expect(currencyInCell(code.toLowerCase())).toBe(code);
  });

  test.each([
    ["129,- kr", "KR"],
    ["Fr. 129.–", "CHF"],
    ["MX$ 129", "MXN"],
    ["₹129", "INR"],
    ["zł 129", "PLN"],
  ])("are read: %s", (text, currency) => {
    expect(amountInCell(text, null)).toEqual({ cents: 129_00, currency });
  });

  test("are not found in sentences above a heading", () => {
    expect(currencyOfTitle("Prix : ils sont en francs suisses")).toBe("CHF");
    expect(currencyOfTitle("Essayez nos prix, ils sont bas")).toBeNull();
    expect(currencyOfTitle("Prices in DKK")).toBe("DKK");
  });
});
