import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { action } from "#app/routes/stock/trader.route.tsx";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { faultsIn } from "#tests/support/visitor.ts";
import { traderOf } from "./queries.server.ts";

const STATED = {
  name: "Baseline Ltd",
  address: "High Street 1\nLeeds",
  registration: "Companies House 01234567",
  email: "shop@baseline.example",
  phone: "+44 20 7946 0000",
  vat_id: "",
};

let seller: Person;

openDatabase(async () => {
  seller = await person("seller");
});

const send = (fields: Record<string, string>) =>
  seller.visitor.submit(action, "/sell/business/trader", { intent: "save", certified: "on", ...fields });

test.each([
  ["name", ""],
  ["name", "x".repeat(201)],
  ["address", " \n "],
  ["registration", ""],
  ["email", "nobody"],
  ["phone", ""],
  ["vat_id", "x".repeat(51)],
  ["certified", ""],
])("for a trader, the %s %j is refused with an error at its field", async (name, value) => {
  const { status, data } = await send({ ...STATED, [name]: value });
  expect(status).toBe(422);
  expect(Object.keys(faultsIn({ data }) ?? {})).toEqual([name]);
  expect(await traderOf(seller.viewer.id)).toBeNull();
});

test("stating the details of a trader again replaces them, and the data export has them", async () => {
  expect(await send(STATED)).toMatchObject({ location: "/sell/business" });
  await send({ ...STATED, name: "Baseline & Sons", vat_id: "GB123" });
  expect(await traderOf(seller.viewer.id)).toEqual({ ...STATED, name: "Baseline & Sons", vat_id: "GB123" });
  expect((await exportOf(seller)).trader).toMatchObject([{ name: "Baseline & Sons", vatId: "GB123" }]);
});

test("the details of a trader are deleted with the account", async () => {
  await send(STATED);
  await db().deleteFrom("users").where("id", "=", seller.viewer.id).execute();
  expect(await db().selectFrom("traders").select("name").execute()).toEqual([]);
});
