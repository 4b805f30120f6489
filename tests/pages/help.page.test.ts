import { expect, test } from "vitest";
import { person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("the answers of the help are searched without JavaScript: the words found are marked, and a link shows all answers", async () => {
  const visitor = shop.withoutScripts(null);
  const all = await visitor.open("/help");
  const found = await visitor.submit(all.main.getByRole("button", { name: "Search" }), { q: "deleted user" });
  expect(found.url.search).toBe("?q=deleted+user");
  const questions = found.main.getAllByRole("heading", { level: 3 });
  expect(questions.map(({ textContent }) => textContent)).toEqual(["How do I delete my account?"]);
  const marked = [...found.document.querySelectorAll("mark")].map(({ textContent }) => textContent);
  expect(marked).toContain("user");
  const back = await visitor.follow(found.getByRole("link", { name: "Show all questions" }));
  expect(back.main.getAllByRole("heading", { level: 3 }).length).toBeGreaterThanOrEqual(16);
});

test("the answers of the help are in the structured data of the page", async () => {
  const { document } = await shop.withoutScripts(null).open("/nl/help");
  const structuredData = JSON.parse(
    document.querySelector('script[type="application/ld+json"]')?.textContent ?? "",
  );
  expect(structuredData["@type"]).toBe("FAQPage");
  expect(structuredData.mainEntity.map(({ name }: { name: string }) => name)).toContain("Hoe werkt betalen?");
});

test("a support message without a name is shown again with its fault and its text, without JavaScript [W3.3.1]", async () => {
  const visitor = shop.withoutScripts(null);
  const { main } = await visitor.open("/fr/help");
  const message = main.getByLabelText<HTMLTextAreaElement>("Votre message");
  const back = await visitor.submit(main.getByRole("button", { name: "Envoyer le message" }), {
    [message.name]: "Bonjour 🎾",
  });
  const fault = back.main.getByRole("link", { name: "Indiquez votre nom" });
  expect(back.document.querySelector(fault.getAttribute("href") ?? "")?.getAttribute("name")).toBe("name");
  expect(back.document.title).toMatch(/^Erreur\s: /);
  expect(back.main.getByLabelText<HTMLTextAreaElement>("Votre message").value).toBe("Bonjour 🎾");
});

test("the concierge's suggestions are in the language of the page", async () => {
  const seller = await person("seller");
  const light = { attributes: { headsize: 105, weight: 260 } };
  await racketOf(seller, { name: "Boost Drive", cents: 6_000, ...light });
  await racketOf(seller, { name: "Clash 108", cents: 9_000, ...light });
  const q = new URLSearchParams({ q: "Schläger für Anfänger unter 70 Euro" });
  const answer = await fetch(`${shop.server.url}/de/assistant/suggestions?${q}`);
  expect(await answer.json()).toMatchObject({
    cards: [{ name: "Boost Drive" }],
    count: "1 Ergebnis",
    href: "/rackets?category=senior&minHeadsize=100&maxHeadsize=115&maxWeight=285&maxPrice=70",
    label: expect.stringContaining("Schläger"),
  });
});
