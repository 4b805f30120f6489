import { expect, test } from "vitest";
import { person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRow } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("the page about safety is linked from the help page, and exists in each language", async () => {
  const visitor = shop.withoutScripts(null);
  const help = await visitor.open("/help");
  const [link] = help.main.getAllByRole("link", { name: "What to look out for" });
  if (!link) throw new Error("no link to the page about safety");
  const safety = await visitor.follow(link);
  safety.main.getByRole("heading", { level: 1, name: "Buying and selling safely" });
  for (const [path, title] of [
    ["/nl/safety", "Veilig kopen en verkopen"],
    ["/de/safety", "Sicher kaufen und verkaufen"],
    ["/fr/safety", "Acheter et vendre en toute sécurité"],
  ] as const)
    (await visitor.open(path)).main.getByRole("heading", { level: 1, name: title });
});

test("a report accepts a picture of 2 MB, which other forms refuse, without JavaScript", async () => {
  const [anna, ben] = [await person("anna"), await person("ben")];
  const browser = shop.withoutScripts(anna);
  const form = await browser.open(`/report/person/${ben.viewer.username}`);
  const scam = form.main.getByLabelText<HTMLInputElement>(/^It is a scam/);
  // Decoders ignore the zeros after the picture.
  const picture = new File([await pictureFile(), new Uint8Array(2 * 1024 * 1024)], "shot.jpg");
  const reported = await browser.submit(form.main.getByRole("button", { name: "Send report" }), {
    [scam.name]: scam.value,
    pictures: picture,
  });
  expect(reported.url.pathname).toBe(`/sellers/${ben.viewer.username}`);
  const stored = await findRow("reports", { reporter_id: anna.viewer.id }, ["pictures"]);
  expect(stored.pictures).toHaveLength(1);
});
