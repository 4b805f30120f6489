import { beforeAll, test } from "vitest";
import { caseAbout, warningIn } from "#tests/support/cases.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();

let moderator: Person;
let seller: Person;

beforeAll(async () => {
  [moderator, seller] = [await staffPerson("moderator"), await person("seller")];
});

test("a decision that is sent after the moderator's claim expired keeps its text", async () => {
  const id = await caseAbout("person", seller.viewer.username);
  const browser = shop.withoutScripts(moderator);
  const page = await browser.open(`/moderation/cases/${id}`);
  const claimed = await browser.submit(page.main.getByRole("button", { name: "Claim" }));
  await updateRows("cases", { id }, { claimed_at: new Date(Date.now() - 61 * 60_000) });
  const words = "They sold one racket twice.";
  const late = await browser.submit(claimed.main.getByRole("button", { name: "Decide" }), {
    action: "warn",
    rule: "fraud",
    words,
  });
  late.main.getByText("Claim the case first.");
  late.main.getByDisplayValue(words);
  late.main.getByRole("button", { name: "Claim" });
});

test("an answer to an appeal keeps its text when the outcome is missing", async () => {
  const id = await caseAbout("person", seller.viewer.username);
  const decision = await warningIn(id, seller, await staffPerson("moderator"));
  await insertRows("appeals", { decision_id: decision });
  const browser = shop.withoutScripts(moderator);
  const page = await browser.open(`/moderation/cases/${id}`);
  const answer = "We looked at it again.";
  const faulty = await browser.submit(page.main.getByRole("button", { name: "Answer the appeal" }), {
    answer,
  });
  faulty.main.getByDisplayValue(answer);
});

test("the queue is filtered, and several cases are decided, without scripts", async () => {
  const [first, second] = [
    await caseAbout("person", (await person("first")).viewer.username),
    await caseAbout("person", (await person("second")).viewer.username),
  ];
  const browser = shop.withoutScripts(moderator);
  const queue = await browser.open("/moderation");
  const filtered = await browser.submit(queue.main.getByRole("button", { name: "Apply" }), {
    kind: "person",
    q: "look",
  });
  filtered.main.getByRole("link", { name: "Remove filter: Words: look" });
  const [box] = filtered.main.getAllByRole("checkbox");
  if (!box) throw new Error("no case to select");
  const together = await browser.open(`/moderation/together?case=${first}&case=${second}`);
  await updateRows("cases", { id: second }, { state: "closed", closed_at: new Date() });
  const done = await browser.submit(together.main.getByRole("button", { name: "Decide" }), {
    action: "dismiss",
    words: "Nothing is wrong.",
  });
  done.main.getByText("Cases decided: 1");
  done.main.getByText("This case was decided already.");
});
