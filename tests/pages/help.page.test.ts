import { expect, test } from "vitest";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

test("answers are searched without JavaScript, with the words marked and a link back to all", async () => {
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

test("answers are in structured data as questions and answers", async () => {
  const { document } = await shop.withoutScripts(null).open("/nl/help");
  const told = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
  expect(told["@type"]).toBe("FAQPage");
  expect(told.mainEntity.map(({ name }: { name: string }) => name)).toContain("Hoe werkt betalen?");
});

test("a support message is shown again with its faults and input, without JavaScript", async () => {
  const visitor = shop.withoutScripts(null);
  const { main } = await visitor.open("/fr/help");
  const message = main.getByLabelText<HTMLTextAreaElement>("Votre message");
  const back = await visitor.submit(main.getByRole("button", { name: "Envoyer le message" }), {
    [message.name]: "Bonjour 🎾",
  });
  back.main.getByText("Indiquez votre nom");
  expect(back.main.getByLabelText<HTMLTextAreaElement>("Votre message").value).toBe("Bonjour 🎾");
});
