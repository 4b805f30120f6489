import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import yauzl from "yauzl";
import { newestMail } from "#tests/support/accounts.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRow } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let owner: Person;

beforeEach(async () => {
  owner = await person("owner");
});

const stored = () => findRow("profiles", { id: owner.viewer.id });
const button = (page: FetchedPage, name: string) => page.main.getByRole("button", { name });
const typed = (page: FetchedPage, label: string) =>
  page.main.getByLabelText<HTMLInputElement>(label, { exact: false }).value;

test("the profile has three tabs, each with its own URL [A2.55]", async () => {
  const browser = shop.withoutScripts(owner);
  await browser.open("/profile");
  const tab = (name: string) => {
    const tabs = browser.page.getByRole("navigation", { name: "Profile sections" });
    const found = [...tabs.querySelectorAll("a")].find(({ textContent }) => textContent === name);
    if (!found) throw new Error(`There is no tab ${name}.`);
    return found;
  };
  for (const [name, path] of [
    ["Security", "/profile/security"],
    ["Reviews", "/profile/reviews"],
    ["Profile", "/profile"],
  ] as const) {
    const page = await browser.follow(tab(name));
    expect([page.status, page.url.pathname]).toEqual([200, path]);
    expect(tab(name).getAttribute("aria-current")).toBe("page");
  }
});

test("without JavaScript, the profile form shows faults, keeps the input, and saves it, and a picture too [W3.3.7]", async () => {
  const browser = shop.withoutScripts(owner);
  const page = await browser.open("/profile");
  const wrong = await browser.submit(button(page, "Save profile"), {
    phone: "x".repeat(51),
    full_name: "Plain",
  });
  wrong.getByRole("link", { name: "Phone: At most 50 characters." });
  expect(typed(wrong, "Full name")).toBe("Plain");
  await browser.submit(button(wrong, "Save profile"), { phone: "1" });
  expect(await stored()).toMatchObject({ full_name: "Plain", phone: "1" });
  await browser.open("/profile");
  const file = new File([await pictureFile()], "me.jpg", { type: "image/jpeg" });
  const pictured = await browser.submit(button(browser.page, "Save picture"), { file });
  button(pictured, "Remove picture");
  expect((await stored()).avatar_url).not.toBeNull();
});

test("a change of the email address needs a link from the old and one from the new mailbox", async () => {
  const browser = shop.withoutScripts(owner);
  const to = `new.${owner.viewer.username}@example.com`;
  const page = await browser.open("/profile");
  const asks = await browser.submit(button(page, "Save profile"), { email: to });
  expect(asks.url.pathname).toBe("/profile/email");
  expect(typed(asks, "New email address")).toBe(to);
  const sent = await browser.submit(button(asks, "Send the link"));
  expect(sent.main.getByText(/^We have sent a link to/).textContent).toContain(owner.viewer.email);
  // The HTML parser would move a form out of a paragraph.
  const anew = await browser.open("/profile/email");
  expect(anew.main.getByRole("button", { name: /^Cancel/ }).closest("form")).not.toBeNull();
  for (const [recipient, name, email] of [
    [owner.viewer.email, "Approve", owner.viewer.email],
    [to, "Use this address", to],
  ] as const) {
    await expect.poll(() => newestMail(recipient)).toBeDefined();
    const mail = await newestMail(recipient);
    const link = await browser.open(/https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    expect((await browser.submit(button(link, name))).url.pathname).toBe("/profile");
    expect((await stored()).email).toBe(email);
  }
  expect(typed(browser.page, "Email")).toBe(to);
});

test("a data export is one ZIP file, which a browser saves instead of showing it", async () => {
  await racketOf(owner, { name: "Blade 98" });
  const browser = shop.withoutScripts(owner);
  const security = await browser.open("/profile/security");
  const page = await browser.follow(security.getByRole("link", { name: "Go to the download" }));
  page.getByRole("heading", { name: "Download your data" });
  const { form } = page.getByRole<HTMLButtonElement>("button", { name: "Download the ZIP file" });
  const headers = { origin: page.url.origin };
  const body = new URLSearchParams();
  const answer = await browser.request(form?.action ?? "", { method: form?.method, headers, body });
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="second-serve-\d{4}-\d\d-\d\d\.zip"$/,
  );
  const zip = await yauzl.fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName);
    expect(JSON.parse(await text(await zip.openReadStreamPromise(entry)))).toMatchObject({
      profile: { username: owner.viewer.username },
      listings: [{ name: "Blade 98" }],
    });
  }
  expect(names).toEqual(["second-serve.json"]);
});
