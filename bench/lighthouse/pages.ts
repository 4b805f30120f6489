import { createHmac, randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { sessionCookieName } from "#app/platform/auth.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { Measure } from "./budgets.ts";
import { type Interaction, press } from "./interactions.ts";

export interface AuditedPage {
  readonly name: string;
  readonly path: string;
  readonly signedIn?: true;
  /** Measures without a budget on this page. */
  readonly withoutBudget?: readonly Measure[];
  readonly interactions: readonly Interaction[];
}

const menu: Interaction = {
  what: "opening a category's menu",
  act: async (page) => {
    const button = page.getByRole("navigation", { name: "Categories" }).getByRole("button").first();
    await press(button);
    await page.locator("nav [aria-expanded=true]").waitFor();
    await press(button);
  },
};

const typing: Interaction = {
  what: "typing into the search",
  act: (page) =>
    page.getByPlaceholder("Search by brand, type, color...").pressSequentially("wilson", { delay: 60 }),
};

const dialog: Interaction = {
  what: "opening a dialog",
  act: async (page) => {
    const opener = page.getByRole("contentinfo").getByRole("link", { name: /Country/ });
    await press(opener);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
};

const heart: Interaction = {
  what: "keeping a favourite",
  act: (page) =>
    press(
      page
        .getByRole("main")
        .getByRole("button", { name: / to favou?rites$/ })
        .first(),
    ),
};

const filter: Interaction = {
  what: "ticking a filter",
  act: async (page: Page) => {
    await press(page.getByRole("main").getByRole("link", { name: "Filters" }));
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await press(sheet.locator("summary", { hasText: /^Brand/ }));
    await press(sheet.getByRole("checkbox").first());
    await page.waitForURL("**?*");
    await press(sheet.getByRole("button", { name: /result/ }));
    await sheet.waitFor({ state: "hidden" });
  },
};

/** The pages of a typical visit, and the browse page for a signed-in person. `detail` is the path of a listing. */
export function pagesOf(detail: string): readonly AuditedPage[] {
  return [
    { name: "home", path: "/", interactions: [menu, typing, heart, dialog] },
    { name: "browse", path: "/rackets", interactions: [menu, heart, dialog, filter] },
    { name: "detail", path: detail, interactions: [menu, typing, dialog] },
    // Search results are excluded from search engines (app/domain/indexing.ts), which Lighthouse counts as an SEO
    // fault.
    {
      name: "search",
      path: "/search?q=wilson",
      withoutBudget: ["seo"],
      interactions: [menu, typing, dialog],
    },
    {
      name: "browse-signed-in",
      path: "/rackets",
      signedIn: true,
      interactions: [menu, heart, filter],
    },
  ];
}

/** The session is created in the database, since signing in is not measured. */
export async function signedInCookie(): Promise<string> {
  const { id } = await db().selectFrom("users").select("id").orderBy("id").executeTakeFirstOrThrow();
  const token = randomBytes(24).toString("base64url");
  await db()
    .insertInto("sessions")
    .values({ user_id: id, token, expires_at: new Date(Date.now() + 86_400_000) })
    .execute();
  const signature = createHmac("sha256", env().authSecret).update(token).digest("base64");
  return `${sessionCookieName()}=${encodeURIComponent(`${token}.${signature}`)}`;
}
