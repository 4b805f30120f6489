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

/** Routes whose actions read no form, because an app, another server or a file is at the other end. */
const OTHERS: readonly string[] = [
  "app/routes/accounts/auth-callback.route.tsx",
  "app/routes/accounts/id-token.route.ts",
  "app/routes/photos/photo.route.ts",
  "app/routes/photos/upload.route.ts",
  "app/routes/stock/uploads.route.ts",
];

test("an action writes through the one door, or refuses everybody", () => {
  const actions = routes.filter((file) => /^export (async )?function action\b/m.test(read(file)));
  const others = actions.filter((file) => !/\bsubmit\w*\(\s*request\b|: never \{/.test(read(file)));
  const fix = "Answer with submit() (app/platform/submit.server.ts).";
  expect(failureText(fix, others)).toBe(failureText(fix, OTHERS));
});

test("only the door checks forms, and only the host decides what browsers store", () => {
  const files = appSources.filter((file) =>
    /^app\/(routes|features)\/.*(\.server|\.route)\.tsx?$/.test(file),
  );
  const checks = /parseWithZod\(form,|cache-control.*no-store/;
  const found = files.filter((file) => !OTHERS.includes(file) && checks.test(read(file)));
  expect(failureText("Give submit() the schema; leave out cache-control.", found)).toBe("");
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
