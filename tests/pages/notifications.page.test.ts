import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { noticeFor, readBy } from "#tests/support/notices.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const bell = (page: FetchedPage) => page.getByRole("link", { name: /^notifications/i });

test("the notifications page lists unread conversations, which the bell counts too", async () => {
  const [reader, writer] = [await person("reader"), await person("writer")];
  const room = await openRoom(writer.viewer, await racketOf(reader));
  await sendMessage(writer.viewer, room, { clientId: randomUUID(), message: "hello" });
  const browser = shop.withoutScripts(reader);
  const page = await browser.open("/notifications");
  expect(bell(page).getAttribute("aria-label") ?? bell(page).textContent).toBe("Notifications, 1 unread");
  const inbox = await browser.follow(
    page.main.getByRole("link", { name: "1 conversation with unread messages" }),
  );
  expect(inbox.url.pathname).toBe("/messages");
  const others = await shop.withoutScripts(writer).open("/notifications");
  expect(others.main.queryByRole("link", { name: /unread messages/ })).toBeNull();
});

test("the notifications page is paginated and marks notices as read without JavaScript [M2.9 M2.95]", async () => {
  const owner = await person("owner");
  for (let nth = 1; nth <= 25; nth++) await noticeFor(owner, `notice ${nth}.`);
  const browser = shop.withoutScripts(owner);
  await browser.open("/");
  const newest = await browser.follow(bell(browser.page));
  newest.getByRole("heading", { name: "Notifications", level: 1 });
  expect(newest.main.getAllByRole("article")).toHaveLength(20);
  const older = await browser.follow(newest.getByRole("link", { name: "Older" }));
  expect(older.main.getAllByRole("article")).toHaveLength(5);
  const oldest = older.getByRole("article", { name: "notice 1." });
  expect(oldest.textContent).toContain("Unread");
  const marked = await browser.submit(oldest.querySelector("button") ?? oldest);
  expect(marked.getByRole("article", { name: "notice 1." }).textContent).not.toContain("Unread");
  expect(await readBy(owner)).toEqual(["notice 1."]);
  const back = await browser.follow(marked.getByRole("link", { name: "Newer" }));
  back.getByRole("article", { name: "notice 25." });
  const unread = await browser.follow(back.getByRole("link", { name: "Unread" }));
  const none = await browser.submit(unread.getByRole("button", { name: "Mark all as read" }));
  none.getByRole("heading", { name: "No unread notifications" });
  expect(bell(none).getAttribute("aria-label") ?? bell(none).textContent).toBe("Notifications");
});
