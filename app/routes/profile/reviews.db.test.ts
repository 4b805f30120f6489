import { describe, expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows, withoutTable } from "#tests/support/rows.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { loader } from "./reviews.route.tsx";

openDatabase();

async function review(of: Person, by: Person, rating: number, comment: string): Promise<void> {
  await insertRows("user_reviews", {
    reviewed_user_id: of.viewer.id,
    reviewer_id: by.viewer.id,
    rating,
    comment,
  });
}

const open = (who: Visitor, query = "") => who.open(loader, `/profile/reviews${query}`);

describe("/profile/reviews", () => {
  test("shows only the reviews of the viewer by others, the latest first, with the average [A2.59 A7.28]", async () => {
    const [praised, fan, critic] = [await person("praised"), await person("fan"), await person("critic")];
    await review(praised, fan, 5, "Kind & quick\n🎾");
    await review(praised, critic, 2, "<b>Late</b>");
    await review(fan, praised, 1, "Not mine to see");
    const { data } = await open(praised.visitor, `?id=${fan.viewer.id}`);
    expect(data).toMatchObject({
      failed: false,
      rating: { average: 3.5, text: "3.5", count: 2 },
      reviews: [
        { by: critic.viewer.username, rating: 2, comment: "<b>Late</b>" },
        { by: fan.viewer.username, rating: 5, comment: "Kind & quick\n🎾" },
      ],
      page: 1,
      pages: 1,
    });
    expect(JSON.stringify(data)).not.toContain(fan.viewer.id);
  });

  test("is paginated", async () => {
    const [busy, fan] = [await person("busy"), await person("regular")];
    for (let n = 0; n < 11; n += 1) await review(busy, fan, 5, `Number ${n}`);
    expect(await open(busy.visitor)).toMatchObject({ data: { page: 1, pages: 2, reviews: { length: 10 } } });
    for (const query of ["?page=2", "?page=999"])
      expect(await open(busy.visitor, query)).toMatchObject({
        data: { page: 2, reviews: [{ comment: "Number 0" }] },
      });
    expect(await open(busy.visitor, "?page=x")).toMatchObject({ data: { page: 1 } });
  });

  test("says when there are no reviews, and when they cannot be read [A8.14]", async () => {
    const { visitor } = await person("quiet");
    expect((await open(visitor)).data).toMatchObject({ failed: false, rating: null, reviews: [] });
    await withoutTable("visible_reviews", async () => {
      expect(await open(visitor)).toMatchObject({ status: 500, data: { failed: true } });
    });
  });
});
