// Sends the forms of the pages without JavaScript, as their markup is, and reads what the actions answer.

import { beforeAll, describe, expect, test } from "vitest";
import { escapedHtml } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { startJobs } from "#app/platform/jobs.server.ts";
import { type FormScene, formScene, PLACES } from "#tests/support/form-places.ts";
import type { FetchedPage, NoScriptBrowser } from "#tests/support/no-script-browser.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { insertRow } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop({ LOG_LEVEL: "debug" });
let scene: FormScene;

beforeAll(() => startJobs(shop.server.databaseUrl, {}));
beforeAll(async () => {
  scene = await formScene();
});

/** Pages whose forms only a browser without JavaScript sends. They come first: some of `PLACES` end a session. */
const PLAIN_PLACES: Readonly<Record<string, readonly string[]>> = {
  visitor: ["/rackets/SPARE", "/cart"],
  player: ["/notifications/settings", "/preferences/sizes", "/sellers/KEEPER", "/orders/AGREED"],
  late: ["/profile/security/confirm?by=code"],
  enrolled: ["/profile/security/two-factor"],
};
/** These end the account or its sessions, so they come last. */
const LAST = ["/profile/delete", "/auth/reset?token=RESET"];
/** Its forms need a provider. */
const NOT_HERE = ["/profile/security/identities"];
/** A field for password managers, which no action reads. */
const UNREAD = `"names":["account"]`;

/** What actions say of a form that no page of the shop sends. */
const BROKEN = [
  m.auth_form_broken(),
  m.bulk_failed(),
  m.chat_bad_request(),
  m.deal_bad_request(),
  m.notices_bad_request(),
  m.notification_settings_unknown(),
  m.stock_not_understood(),
];

/** Searches the markup, because to parse each answer would take most of the time of these tests. */
const isIn = (html: string, text: string) =>
  [text, escapedHtml(text).replaceAll("&#39;", "&#x27;")].some((one) => html.includes(one));

const isFault = (status: number) => [400, 404, 405, 413].includes(status) || status >= 500;

/** The action and the field names of a form, without ids. The forms of a list's entries have the same text. */
function kindOf(form: HTMLFormElement): string {
  const names = [...form.elements].map(
    (field) =>
      `${field.getAttribute("name")}=${field.tagName === "BUTTON" || field.getAttribute("name") === "intent" ? field.getAttribute("value") : ""}`,
  );
  const ids = /[0-9a-f-]{36}/g;
  return `${form.getAttribute("action") ?? ""} ${names}`.replace(ids, "ID");
}

/** Types and chooses something where nothing is. */
function fillIn(form: HTMLFormElement, address: string): void {
  for (const element of form.elements) {
    const field = element as HTMLInputElement;
    if (field.closest("[hidden]") || ["hidden", "file", "submit", "button"].includes(field.type)) continue;
    if (field.type === "checkbox") field.checked = true;
    else if (field.type === "radio") {
      const group = form.elements.namedItem(field.name);
      if (!group || !("value" in group) || group.value === "") field.checked = true;
    } else if (field.value === "") {
      if (field.tagName === "SELECT") (element as HTMLSelectElement).selectedIndex = 1;
      else field.value = scene.typedFor(field.name, address);
    }
  }
}

const submitButtonOf = (form: HTMLFormElement) =>
  [...form.elements].filter((one) => (one as HTMLButtonElement).type === "submit").at(-1);

/** Sends each kind of form of a page, as if from tabs that were opened at once. Returns what is wrong with the answers. */
async function sendAll(browser: NoScriptBrowser, address: string, sent: Set<string>): Promise<string[]> {
  const page = await browser.open(address);
  if (page.status !== 200 || page.url.pathname !== address.split("?")[0])
    return [`is answered with ${page.status} ${page.url.pathname}`];
  const faults: string[] = [];
  const forms = new Map(
    [...page.document.querySelectorAll<HTMLFormElement>("main form[method=post]")].map((form) => [
      kindOf(form),
      form,
    ]),
  );
  if (forms.size === 0) faults.push("has no form");
  for (const [kind, form] of forms) {
    const button = submitButtonOf(form);
    // A script sends a form without a button. Forms with this intent lead to the pages of providers.
    if (!button || kind.includes("intent=social")) continue;
    fillIn(form, address);
    browser.goBack(page);
    const answer = await browser.submit(button);
    sent.add(kind);
    for (const said of BROKEN.filter((one) => isIn(answer.html, one))) faults.push(`${kind}: "${said}"`);
    if (isFault(answer.status)) faults.push(`${kind}: ${answer.status} ${answer.url.pathname}`);
  }
  return faults;
}

describe("each kind of form that a page has is understood by its action without JavaScript:", () => {
  const people = [...new Set([...Object.keys(PLACES), ...Object.keys(PLAIN_PLACES)])];
  const sent = new Set<string>();

  test.each(people)("%s", async (who) => {
    const browser = shop.withoutScripts(scene.people[who] ?? null);
    for (const [name, value] of scene.cookies[who] ?? []) browser.cookies.set(name, value);
    const faults: string[] = [];
    const places = [...(PLAIN_PLACES[who] ?? []), ...(PLACES[who] ?? [])];
    for (const place of [...places.filter((one) => !LAST.includes(one)), ...LAST]) {
      if (!places.includes(place) || NOT_HERE.includes(place)) continue;
      const found = await sendAll(browser, scene.addressOf(place), sent);
      faults.push(...found.map((fault) => `${place}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test("they have no field that the action does not read", () => {
    expect(sent.size).toBeGreaterThan(60);
    const lines = shop.server.output().split("\n");
    const found = lines.filter((line) => line.includes("fields that nobody reads") && !line.includes(UNREAD));
    expect(found).toEqual([]);
  });
});

/** Edit forms: the person who edits, the page, and a field with the texts that two browsers type into it. */
const EDITS: readonly (readonly [
  who: "owner" | "operator",
  page: string,
  field: string,
  typed: [string, string],
])[] = [
  ["owner", "/profile", "full_name", ["Bea First", "Bea Second"]],
  ["owner", "/search/saved/SEARCH", "name", ["First name", "Second name"]],
  ["operator", "/operator/settings", "fee", ["7", "9"]],
  ["operator", "/operator/promises", "firstOrder-en-GB", ["First text", "Second text"]],
];

describe("asks about what another tab saved, and keeps what was typed:", () => {
  let editors: Record<"owner" | "operator", Person>;
  let search: string;

  beforeAll(async () => {
    editors = { owner: await person("editor"), operator: await staffPerson("operator") };
    const { id } = await insertRow("saved_searches", {
      user_id: editors.owner.viewer.id,
      address: "/rackets",
      name: "Rackets",
      tell: true,
      words: "",
    });
    search = id;
  });

  test.each(EDITS)("%s at %s, with the field %s", async (who, place, name, [theirs, mine]) => {
    const address = place.replace("SEARCH", search);
    const [other, browser] = [shop.withoutScripts(editors[who]), shop.withoutScripts(editors[who])];
    const theirPage = await other.open(address);
    const myPage = await browser.open(address);
    await other.submit(saveButtonOf(theirPage, name), { [name]: theirs });
    const asked = await browser.submit(saveButtonOf(myPage, name), { [name]: mine });
    expect(asked.status).toBe(409);
    const text = asked.main.getByText(m.edit_conflict_title()).closest("main")?.textContent ?? "";
    const told = [m.edit_conflict_typed(), mine, m.edit_conflict_stored(), theirs];
    expect(told.filter((part) => !text.includes(part))).toEqual([]);
    expect(fieldOf(asked, name).value).toBe(mine);
    expect(fieldOf(await other.open(address), name).value).toBe(theirs);
    await browser.submit(saveButtonOf(asked, name));
    expect(fieldOf(await other.open(address), name).value).toBe(mine);
  });

  test("the settings of notifications know what they were loaded with", async () => {
    const page = await shop.withoutScripts(editors.owner).open("/notifications/settings");
    expect(fieldOf(page, "loaded").value).not.toBe("");
  });
});

function fieldOf({ document }: FetchedPage, name: string): HTMLInputElement {
  const field = document.querySelector<HTMLInputElement>(`main form[method=post] [name="${name}"]`);
  if (!field) throw new Error(`There is no field "${name}".`);
  return field;
}

function saveButtonOf(page: FetchedPage, name: string): Element {
  const { form } = fieldOf(page, name);
  const button = form && submitButtonOf(form);
  if (!button) throw new Error(`The form of "${name}" has no button.`);
  return button;
}
