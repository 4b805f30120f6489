import { beforeAll, expect, test } from "vitest";
import { CATEGORY_BAR_PATHS, type Crawl, crawl, KNOWN } from "#tests/support/crawl.ts";
import { linkedPeople } from "#tests/support/linked-shop.ts";
import { type Person, staffPerson } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
let player: Person;
let shopOwner: Person;

/** Pages that a crawl does not reach by links, and how a person gets to them. */
const BY_OTHER_WAYS: Readonly<Record<string, string>> = {
  "/auth/reset": "from the mail that sets a new password",
  "/auth/factor-reset/:id": "from the mail and the notice about a reset of the second factor",
  "/auth/two-factor": "from the sign-in, after the password of a person with a second factor",
  "/auth/verify": "from the form that creates an account",
  "/dev/gallery": "for developers",
  "/dev/mailbox": "for developers: the server prints this URL when it starts",
  "/dev/mailbox/:id": "for developers",
  "/mail/unsubscribe": "from the footer of a mail",
  "/my-listings/still-for-sale": "from the mail to a silent seller",
  "/operator": "for operators alone",
  "/operator/jobs": "for operators alone",
  "/operator/people": "for operators alone",
  "/operator/promises": "for operators alone",
  "/operator/signals": "for operators alone",
  "/operator/records": "for operators alone",
  "/operator/reviews": "for operators alone",
  "/operator/searches": "for operators alone",
  "/operator/settings": "for operators alone",
  "/operator/staff": "for operators alone",
  "/moderation": "for moderators alone",
  "/moderation/cases/:id": "for moderators alone",
  "/moderation/together": "for moderators alone",
  "/moderation/cases/:id/conversations/:roomId": "for moderators alone",
  "/moderation/cases/new": "for moderators alone",
  "/moderation/templates": "for moderators alone",
  "/moderation/people": "for moderators alone",
  "/moderation/people/:username": "for moderators alone",
  "/offline": "from the service worker",
  "/profile/email": "from the profile's form, to change the email address",
  "/profile/email/link": "from the mail to the new email address",
  "/profile/picture": "from the profile's form, without JavaScript",
  "/profile/security/confirm": "from pages that require a recent confirmation",
  "/terms/accept": "from a banner on every page, for a person who has not accepted the newest terms",
  "/questions/:id": "from the mail and the notice about a question of moderators",
  "/reports/:id": "from the mail and the notice about a report",
  "/statements/:id": "from the mail and the notice about a decision",
};

beforeAll(async () => {
  ({ player, shopOwner } = await linkedPeople());
});

const crawls: Crawl[] = [];

test.each([
  ["a visitor", () => null],
  ["a player", () => player],
  ["the owner of a shop", () => shopOwner],
])("%s finds no dead link, and exactly one h1 on every page", async (_name, who) => {
  const seen = await crawl(shop.server.url, who()?.cookie);
  crawls.push(seen);
  expect(seen.faults).toEqual([]);
  expect(seen.addresses.size).toBeGreaterThan(15);
});

test("every page is reached by a link, or BY_OTHER_WAYS says how people reach it", () => {
  const reached = new Set(crawls.flatMap(({ reached }) => [...reached]));
  // "/rackets/new" and the like are kept for links on other sites. Menus link to the date filter instead (A2.24).
  const isOldNew = (path: string) => /^\/[a-z]+\/new$/.test(path);
  // These links exist only in an open dropdown of the category bar, which tests/e2e/crawl.e2e.test.ts checks.
  const isInBar = (path: string) => CATEGORY_BAR_PATHS.includes(path);
  const pages = KNOWN.filter(({ page, path }) => page && path !== "/*" && !isOldNew(path) && !isInBar(path));
  const unreached = pages.filter(({ id }) => !reached.has(id)).map(({ path }) => path);
  expect(unreached.sort()).toEqual(Object.keys(BY_OTHER_WAYS).sort());
});

/** The pages of staff, to which no link of a player leads. */
async function ofStaff(): Promise<Pick<Crawl, "titles" | "headings">> {
  const browser = shop.withoutScripts(await staffPerson("operator"));
  const staff = { titles: new Map<string, string>(), headings: new Map<string, string>() };
  for (const { id, path } of KNOWN.filter(
    (known) => known.page && /^\/(operator|moderation)/.test(known.path),
  )) {
    if (path.includes(":")) continue;
    const { document } = await browser.open(path);
    staff.titles.set(id, document.title);
    staff.headings.set(id, document.querySelector("h1")?.textContent ?? "");
  }
  return staff;
}

test("different kinds of pages have different titles, and the pages of a profile and of staff have different headings", async () => {
  const shared = (kind: "titles" | "headings", pages: readonly Pick<Crawl, typeof kind>[], within = "/") => {
    const files = new Map<string, Set<string>>();
    for (const page of pages)
      for (const [id, text] of page[kind]) {
        const { file = "", path = "" } = KNOWN.find((known) => known.id === id) ?? {};
        if (path.startsWith(within)) files.set(text, (files.get(text) ?? new Set()).add(file));
      }
    expect(files.size).toBeGreaterThan(7);
    return [...files].filter(([, some]) => some.size > 1).map(([text, some]) => [text, ...some]);
  };
  const staff = await ofStaff();
  expect(shared("titles", [...crawls, staff])).toEqual([]);
  expect(shared("headings", crawls, "/profile")).toEqual([]);
  expect(shared("headings", [staff])).toEqual([]);
});
