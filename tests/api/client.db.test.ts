// The generated client, as a program of a seller and one of a buyer use it.
import { expect, onTestFinished, test, vi } from "vitest";
import { apiAnswer } from "#app/api.server.ts";
import { MAKE_AVIF } from "#app/features/photos/jobs.server.ts";
import { newestLink, PASSWORD } from "#tests/support/accounts.ts";
import { apiInfo } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { insertRows } from "#tests/support/rows.ts";
import { ApiProblem, type Client, createClient, etagOf } from "../../clients/typescript/client.ts";

openDatabase(async (databaseUrl) => {
  await captureNotices(databaseUrl, { [MAKE_AVIF]: { async work() {} } });
  const place = { country: "NL", code: "10", place: "Amsterdam", latitude: 52.37, longitude: 4.9 };
  await insertRows("postal_codes", place);
});

const url = "http://127.0.0.1:3000";
const send: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set("x-client-ip", "127.0.0.1");
  return apiAnswer(request, apiInfo());
};

const visitor = createClient({ url, fetch: send });

/** A client of a new person, which signed up by the account door. */
async function newUser(username: string): Promise<Client> {
  const email = `${username}@example.com`;
  await visitor.signUp({ body: { email, password: PASSWORD, data: { username } } });
  const token = new URL(await newestLink(email), url).searchParams.get("token") ?? "";
  await visitor.verify({ body: { type: "signup", token } });
  const session = await visitor.createSession({
    query: { grant_type: "password" },
    body: { email, password: PASSWORD },
  });
  return createClient({ url, fetch: send, token: () => session.access_token });
}

test("a seller and a buyer sign up, list, offer and agree, each by the client alone", async () => {
  const [seller, buyer] = [await newUser("clientseller"), await newUser("clientbuyer")];

  const photo = await seller.createPhoto({ body: new Blob([await pictureFile()], { type: "image/jpeg" }) });
  const item = {
    listing_type: "racket" as const,
    name: "Wilson Blade 98, two seasons old",
    brand: "Wilson",
    category: "senior" as const,
    condition: "Good" as const,
    price: 119.5,
    images: [photo.id],
    country: "NL" as const,
    postal_code: "1012 AB",
  };
  const listed = await seller.createListing({ body: item }, { idempotencyKey: "blade" });
  expect(await seller.createListing({ body: item }, { idempotencyKey: "blade" })).toEqual(listed);
  expect(listed).toMatchObject({ name: item.name, price: 119.5, status: "available" });
  const { id: listing_id } = listed;

  const key = { listing_type: "racket" as const, listing_id };
  expect(await visitor.getListing({ path: key })).toMatchObject({ id: listing_id, price: 119.5 });
  await buyer.addFavorite({ path: key });

  const offer = await buyer.makeOffer({ body: { ...key, price: 100 } });
  expect(offer).toMatchObject({ state: "open", price: 100 });
  const refused = await buyer
    .takeOfferStep({ path: { id: offer.id }, body: { step: "accept" } })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiProblem);
  expect((refused as ApiProblem).problem.status).toBe(409);
  const accepted = await seller.takeOfferStep({ path: { id: offer.id }, body: { step: "accept" } });
  expect(accepted.state).toBe("accepted");

  const { data: deals } = await buyer.listDeals();
  expect(deals).toMatchObject([{ role: "buyer", price: 100 }]);
  expect(await visitor.getListing({ path: key })).toMatchObject({ status: "sold" });
});

test("who has read a thing changes it only if nobody else was faster", async () => {
  const client = await newUser("clientreader");
  const profile = await client.getProfile();
  const change = (phone: string) => client.updateProfile({ body: { phone } }, { ifMatch: etagOf(profile) });
  expect(await change("+31 6 1")).toMatchObject({ phone: "+31 6 1" });
  const late = await change("+31 6 2").catch((error: unknown) => error);
  expect(late).toMatchObject({ problem: { status: 412, reason: "precondition_failed" } });
});

test("works where there is no crypto: on pages of plain http, and in older runtimes", async () => {
  vi.stubGlobal("crypto", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const keys: (string | null)[] = [];
  const plain: typeof fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    return Response.json({});
  };
  await createClient({ url, fetch: plain }).updateProfile({ body: {} });
  await createClient({ url, fetch: plain }).updateProfile({ body: {} });
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{20,255}$/);
});
