import { expect, test } from "vitest";
import { surveyFile } from "./translate-file.ts";

async function currencyOf(file: string, home: string | null = null): Promise<string | null> {
  const { layout } = await surveyFile(async function* () {
    yield new TextEncoder().encode(file);
  }, home);
  return layout.currency;
}

const SHOPIFY = "Handle,Title,Variant Price,Variant Weight Unit";

test("a file that names no currency has that of the country for which it was written", async () => {
  expect(await currencyOf(`${SHOPIFY}\na,Head Speed,99,lb\n`)).toBe("USD");
  expect(await currencyOf(`${SHOPIFY}\na,Head Speed,99,kg\n`)).toBeNull();
  expect(await currencyOf(`${SHOPIFY},Included / United States\na,Head Speed,99,kg,true\n`)).toBe("USD");
  expect(await currencyOf(`${SHOPIFY},Included / Canada\na,Head Speed,99,lb,true\n`)).toBe("CAD");
  expect(await currencyOf(`${SHOPIFY},Included / Netherlands\na,Head Speed,99,g,true\n`)).toBe("EUR");
  expect(await currencyOf("SKU,Name,Regular price,Weight (lbs)\n1,Head Speed,99,0.7\n")).toBe("USD");
});

test("addresses and taxes of one country say it too", async () => {
  const linked = (...hosts: string[]) =>
    `Item;Price;Photo\n${hosts.map((host) => `Head Speed;99;https://${host}/1.jpg`).join("\n")}\n`;
  expect(await currencyOf(linked("shop.example.co.uk", "cdn.example.com"))).toBe("GBP");
  expect(await currencyOf(linked("shop.example.ch"))).toBe("CHF");
  expect(await currencyOf(linked("shop.example.nl", "shop.example.be"), "GBP")).toBe("EUR");
  expect(await currencyOf(linked("shop.example.co.uk", "shop.example.de"))).toBeNull();
  expect(await currencyOf("Item;Price;Tax - VAT (20%)\nHead Speed;99;Y\n")).toBe("GBP");
  expect(await currencyOf("Item;Price;Tax - VAT (23%)\nHead Speed;99;Y\n")).toBeNull();
  expect(await currencyOf("Item;Price;Tax - NJ Sales Tax (6.625%)\nHead Speed;99;Y\n")).toBe("USD");
});

test("without such a sign it is that of the seller's country, but what the file says comes first", async () => {
  expect(await currencyOf("Artikel;Marke;Preis\nHead Speed;Head;99\n", "GBP")).toBe("GBP");
  expect(await currencyOf("Artikel;Marke;Preis\nHead Speed;Head;99 €\n", "GBP")).toBeNull();
  expect(await currencyOf(`${SHOPIFY}\na,Head Speed,99,lb\n`, "EUR")).toBe("USD");
  expect(await currencyOf("name,type,price\nHead Speed,racket,99\n", "USD")).toBeNull();
});
