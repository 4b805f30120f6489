import { beforeEach, describe, expect, test } from "vitest";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./block-person.route.tsx";

let anna: Person;
let ben: Person;

openDatabase();
beforeEach(async () => {
  [anna, ben] = [await person("anna"), await person("ben")];
});

const pathOf = (name: string) => `/sellers/${name}/block`;
const open = (who: Visitor, username = ben.viewer.username) =>
  who.open(loader, pathOf(username), { username });
const send = (who: Visitor, intent: string, username = ben.viewer.username) =>
  who.submit(action, pathOf(username), { intent }, { username });
const blocks = () => findRows("user_blocks", { blocker_id: anna.viewer.id }, ["blocker_id", "blocked_id"]);

describe("/sellers/:username/block", () => {
  test("blocks a person with whom there is no conversation, stores this only once, and unblocks them", async () => {
    expect((await open(anna.visitor, ben.viewer.username.toUpperCase())).data).toMatchObject({
      blocked: false,
    });
    for (let twice = 0; twice < 2; twice += 1)
      expect(await send(anna.visitor, "block")).toMatchObject({
        status: 302,
        location: pathOf(ben.viewer.username),
      });
    expect(await blocks()).toEqual([{ blocker_id: anna.viewer.id, blocked_id: ben.viewer.id }]);
    expect((await open(anna.visitor)).data).toMatchObject({ blocked: true });
    await expect(openRoom(ben.viewer, await racketOf(anna))).rejects.toMatchObject({
      reason: "chat_refused",
    });
    await send(anna.visitor, "unblock");
    expect(await blocks()).toEqual([]);
  });

  test("requires a signed-in person, another person who exists, and a known intent", async () => {
    expect(await open(new Visitor())).toMatchObject({ status: 302 });
    expect(await send(new Visitor(), "block")).toMatchObject({ status: 302 });
    for (const name of ["nobody here", "nul\0"]) {
      expect(await open(anna.visitor, name)).toMatchObject({ status: 404 });
      expect(await send(anna.visitor, "block", name)).toMatchObject({ status: 404 });
    }
    expect(await open(anna.visitor, anna.viewer.username)).toMatchObject({ status: 403 });
    expect(await send(anna.visitor, "block", anna.viewer.username)).toMatchObject({ status: 403 });
    expect(await send(anna.visitor, "hug")).toMatchObject({ status: 400 });
    expect(await blocks()).toEqual([]);
  });
});
