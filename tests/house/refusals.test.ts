// Laws 6 and 7 of docs/laws.md: guards are middleware, commands have rate limits, and there is one way to refuse.
import { expect, test } from "vitest";
import { appSources, failureText, read, source } from "./source.ts";

const routes = appSources.filter((file) => /^app\/routes\/.*\.route\.tsx?$/.test(file));

/** Each guard, with the router context in which it stores the signed-in person (app/platform/guards.server.ts). */
const GUARDS = {
  signedIn: "signedInViewer",
  confirmed: "confirmedViewer",
  moderating: "moderator",
  operating: "operator",
} as const;

const middlewareOf = (code: string) => /^export const middleware = \[(\w+)\];$/m.exec(code)?.[1];

test("a route that reads the person whom a guard stores exports that guard", () => {
  const found = routes.filter((file) => {
    const code = read(file);
    return Object.entries(GUARDS).some(
      ([guard, viewer]) => code.includes(`context.get(${viewer})`) && middlewareOf(code) !== guard,
    );
  });
  expect(failureText("Export it: export const middleware = [signedIn];", found)).toBe("");
});

test("a route with a guard reads the person from the guard's context, and in no other way", () => {
  const found = routes.filter((file) => {
    const code = read(file);
    return middlewareOf(code) !== undefined && /\brequire(Viewer|Confirmed|Staff)\(/.test(code);
  });
  expect(failureText("Read it: await context.get(signedInViewer).", found)).toBe("");
});

/** The calls that read the person who asks, and those that read or check what was sent. */
const AUTHENTICATES = /\b(viewerOf|requireViewer|requireConfirmed|requireStaff|context\.get)\(/;
const READS = /\b(readForm|formIn|jsonIn|bodyOf|bytesOf|parseWithZod|safeParse|submitted|answered|formOf)\(/;

test("an action authenticates before it reads and checks what was sent", () => {
  const late = (code: string) => {
    const [, body = ""] = /^export async function action\([\s\S]*?\{\n([\s\S]*?)^\}$/m.exec(code) ?? [];
    const [authenticates, reads] = [body.search(AUTHENTICATES), body.search(READS)];
    return reads !== -1 && authenticates > reads;
  };
  const order = (first: string, second: string) =>
    `export async function action({ request }) {\n  ${first}\n  ${second}\n}\n`;
  const [asks, reads] = ["await viewerOf(request);", "await readForm(request, []);"];
  expect([late(order(reads, asks)), late(order(asks, reads))]).toEqual([true, false]);
  // The chat button's form names a listing, to whose page a visitor returns from the sign-in page.
  const found = routes.filter((file) => file !== "app/routes/chat/rooms.route.ts" && late(read(file)));
  expect(failureText("Read the viewer first (docs/laws.md, law 6).", found)).toBe("");
});

test("rate limits are in commands, so that they hold for every route that runs the command", () => {
  const found = routes.filter((file) =>
    source(file).module.staticImports.some(
      ({ moduleRequest, entries }) =>
        moduleRequest.value.endsWith("/rate-limit.server.ts") &&
        entries.some(({ importName }) => ["limit", "secondsToWait"].includes(importName.name ?? "")),
    ),
  );
  expect(failureText("Call limit() in the command of the feature.", found)).toBe("");
});

test("only `Refused` is thrown to refuse a request", () => {
  const found = appSources.filter((file) =>
    /throw (new Response\(|data\()(?:(?!;\n)[\s\S])*?status: 4\d\d/.test(read(file)),
  );
  expect(failureText('Throw it: new Refused("home_not_found").', found)).toBe("");
});
