import { expect, test } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { person, staffPerson } from "#tests/support/people.ts";
import { action, loader } from "./staff.route.tsx";

const PATH = "/operator/staff";

openDatabase();

test("an operator grants a role, sees it in the list of staff and in the log, and revokes it", async () => {
  const [{ visitor }, helper] = [await staffPerson("operator"), await person("helper")];
  const { username } = helper.viewer;
  const granted = await visitor.submit(action, PATH, {
    intent: "grant",
    identifier: username,
    role: "moderator",
  });
  expect(granted).toMatchObject({ status: 302, location: PATH });
  const seen = await visitor.open(loader, PATH);
  expect(seen.data).toMatchObject({
    staff: expect.arrayContaining([expect.objectContaining({ username, role: "Moderator", active: false })]),
    entries: [{ text: `${username} became Moderator` }],
  });
  expect(JSON.stringify(seen.data)).not.toContain(helper.viewer.email);
  await visitor.submit(action, PATH, { intent: "take", username });
  expect((await visitor.open(loader, PATH)).data).toMatchObject({
    staff: { length: 1 },
    entries: { length: 2 },
  });
});

test("a form with faults keeps the role that was chosen", async () => {
  const { visitor } = await staffPerson("operator");
  for (const fields of [
    { identifier: "", role: "moderator" },
    { identifier: "x", role: "king" },
    { identifier: "x", role: "moderator" },
  ]) {
    const answer = await visitor.submit(action, PATH, { intent: "grant", ...fields });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.data).toMatchObject({ result: { initialValue: { role: fields.role } } });
  }
});
