// Laws 1 and 2 of docs/laws.md: which modules may import which.
import { describe, expect, test } from "vitest";
import { graphOf, ordered } from "./cycles.ts";
import {
  appSources,
  failureText,
  type Import,
  isTest,
  parseText,
  type Source,
  source,
  sources,
} from "./source.ts";

type Zone =
  | { readonly name: "domain" | "ui" | "platform" | "routes" | "top" | "server" | "outside" }
  | { readonly name: "feature"; readonly feature: string };

function zoneOf(file: string): Zone {
  const feature = /^app\/features\/([^/]+)\//.exec(file)?.[1];
  if (feature) return { name: "feature", feature };
  if (file.startsWith("app/domain/")) return { name: "domain" };
  if (file.startsWith("app/ui/")) return { name: "ui" };
  if (file.startsWith("app/platform/")) return { name: "platform" };
  if (file.startsWith("app/routes/")) return { name: "routes" };
  if (file.startsWith("app/")) return { name: "top" };
  if (file.startsWith("server/")) return { name: "server" };
  return { name: "outside" };
}

const isServerFile = (file: string) => /\.server\.tsx?$/.test(file) || file.startsWith("app/platform/");
/** Whether a file may have loaders and actions. React Router removes these from the browser's build. */
const isRouteModule = (file: string) =>
  // Of the API, whose door is not React Router.
  /^app\/routes\/api\/[\w-]+\.server\.ts$/.test(file) ||
  (/\.route\.tsx?$/.test(file) && !file.includes("/+types/")) ||
  file === "app/root.tsx";
const mayReachTheServer = (file: string) =>
  isServerFile(file) || isRouteModule(file) || file === "app/entry.server.tsx";

interface Law {
  readonly law: string;
  readonly fix: string;
  readonly breaks: (file: string, imported: Import, target: string) => boolean;
}

const LAWS: readonly Law[] = [
  {
    law: "app/domain imports only app/domain",
    fix: "Move the code to the feature that needs it, or hand the value to the domain function as an argument.",
    breaks: (file, _, target) => zoneOf(file).name === "domain" && !target.startsWith("app/domain/"),
  },
  {
    law: "app/ui imports no feature and no server code",
    fix: "Pass the component its data as props. Components of a feature belong in app/features/<feature>/ui/.",
    breaks: (file, _, target) =>
      zoneOf(file).name === "ui" &&
      !/^app\/(ui|domain|paraglide)\//.test(target) &&
      target !== "app/styles.css",
  },
  {
    law: "only *.server.ts, loaders and actions import app/platform",
    fix: "Call it in a *.server.ts of the feature or in the route's loader or action, and pass the result down.",
    breaks: (file, imported, target) =>
      target.startsWith("app/platform/") &&
      file.startsWith("app/") &&
      !mayReachTheServer(file) &&
      !(imported.typeOnly && zoneOf(file).name === "feature"),
  },
  {
    law: "browser code imports no *.server.ts",
    fix: "Read in the loader and pass a view model down; `import type` is fine where only its shape is needed.",
    breaks: (file, imported, target) =>
      isServerFile(target) && !imported.typeOnly && !mayReachTheServer(file),
  },
  {
    law: "app/platform imports no feature",
    fix: "Let the feature register itself with the platform, or let the host (server/app.ts) connect them. A type that both need belongs in app/domain.",
    breaks: (file, _, target) => zoneOf(file).name === "platform" && zoneOf(target).name === "feature",
  },
  {
    law: "a feature imports only features, app/ui, app/domain and app/platform",
    fix: "Files such as app/jobs.server.ts import the features, not the other way round.",
    breaks: (file, _, target) =>
      zoneOf(file).name === "feature" &&
      zoneOf(target).name === "top" &&
      !target.startsWith("app/paraglide/"),
  },
  {
    law: "only app/routes.ts and app/api.server.ts import route modules",
    fix: "Move what both need out of the route module into the feature's ui/ or *.server.ts.",
    breaks: (file, _, target) => isRouteModule(target) && !isTest(file) && file !== "app/api.server.ts",
  },
  {
    law: "no route module imports the database: it calls a query or a command",
    fix: "Move it into the feature's queries.server.ts or commands.server.ts and call that.",
    breaks: (file, imported, target) =>
      target === "app/platform/db.server.ts" && !imported.typeOnly && isRouteModule(file),
  },
  {
    law: "app/ imports nothing from server/, tests/, bench/ and scripts/",
    fix: "Pass values from the host through app/platform or createApp(config).",
    breaks: (file, _, target) => file.startsWith("app/") && /^(server|tests|bench|scripts)\//.test(target),
  },
  {
    law: "imports within a feature, the domain, ui or the platform are relative, and others begin with #app/",
    fix: "Write a relative import within the owner (feature, domain, ui, platform) and #app/… for everything else.",
    breaks: (file, imported, target) => {
      if (!file.startsWith("app/") || zoneOf(file).name === "top") return false;
      const owner = (path: string) => {
        const zone = zoneOf(path);
        return zone.name === "feature" ? zone.feature : zone.name;
      };
      return imported.specifier.startsWith(".") !== (owner(file) === owner(target));
    },
  },
];

function violations(law: Law, among: readonly Source[]): { file: string; target: string; text: string }[] {
  return among.flatMap(({ file, imports }) =>
    imports.flatMap((imported) =>
      imported.target !== null && law.breaks(file, imported, imported.target)
        ? [{ file, target: imported.target, text: `${file}:${imported.line} imports ${imported.specifier}` }]
        : [],
    ),
  );
}

type Edge = readonly [from: string, to: string, where: string];

const featureOf = (file: string | null) => {
  const zone = file === null ? undefined : zoneOf(file);
  return zone?.name === "feature" ? zone.feature : undefined;
};

/** The failure message about import cycles: each cycle, with one import for each of its steps. */
function brokenByCycles(fix: string, edges: readonly Edge[]): string {
  const step = (from: string, to: string | undefined) =>
    edges.find((edge) => edge[0] === from && edge[1] === to)?.[2];
  const { cycles } = ordered(graphOf(edges.map(([from, to]) => [from, to])));
  return failureText(
    fix,
    cycles.map((cycle) => {
      const steps = cycle.slice(0, -1).map((from, at) => step(from, cycle[at + 1]));
      return `${cycle.join(" -> ")}: ${steps.join(", ")}`;
    }),
  );
}

describe("import directions", () => {
  const all = appSources.map(source);

  test.each(LAWS)("$law", (law) => {
    const found = violations(law, all);
    expect(
      failureText(
        law.fix,
        found.map(({ text }) => text),
      ),
    ).toBe("");
  });

  test("features do not import each other in a cycle", () => {
    const edges = all.flatMap(({ file, imports }) =>
      imports.flatMap(({ target, line }): Edge[] => {
        const [from, to] = [featureOf(file), featureOf(target)];
        return from && to && from !== to ? [[from, to, `${file}:${line}`]] : [];
      }),
    );
    expect(
      brokenByCycles(
        "Move what both need into the lower feature or app/domain, or compose the two in a route module.",
        edges,
      ),
    ).toBe("");
    expect(ordered(graphOf(edges.map(([from, to]) => [from, to]))).order.length).toBeGreaterThan(10);
  });

  test("files have no import cycles, types included", () => {
    const edges = sources
      .filter((file) => !isTest(file))
      .map(source)
      .flatMap(({ file, imports }) =>
        imports.flatMap(({ target, line }): Edge[] =>
          target !== null && sources.includes(target) ? [[file, target, `${file}:${line}`]] : [],
        ),
      );
    expect(brokenByCycles("Move what both need into a file that imports neither.", edges)).toBe("");
  });

  test("an import cycle is found and shown", () => {
    const edges: Edge[] = [
      ["chat", "listings", "chat/a.ts:1"],
      ["listings", "photos", "listings/b.ts:2"],
      ["photos", "chat", "photos/c.ts:3"],
      ["cart", "listings", "cart/d.ts:4"],
    ];
    expect(brokenByCycles("Fix it.", edges)).toBe(
      "Fix it.\n  listings -> photos -> chat -> listings: listings/b.ts:2, photos/c.ts:3, chat/a.ts:1",
    );
    expect(brokenByCycles("Fix it.", edges.slice(0, 2))).toBe("");
    expect(
      ordered(
        graphOf([
          ["chat", "listings"],
          ["listings", "photos"],
        ]),
      ).order,
    ).toEqual(["photos", "listings", "chat"]);
  });

  test("app/routes has all route modules except app/root.tsx, and nothing else", () => {
    const found = appSources.filter(
      (file) => file.startsWith("app/routes/") !== isRouteModule(file) && file !== "app/root.tsx",
    );
    expect(
      failureText(
        "A route module is app/routes/<subject>/<name>.route.tsx; what it composes is in app/features.",
        found,
      ),
    ).toBe("");
  });

  test("every import names its file's extension", () => {
    const found = sources.map(source).flatMap(({ file, imports }) =>
      imports
        .filter(
          ({ target }) => target !== null && !/\.(tsx?|m?js|json|css|svg|woff2)(\?[\w&]+)?$/.test(target),
        )
        .filter(({ specifier }) => !specifier.includes("/+types/"))
        .map(({ specifier, line }) => `${file}:${line} imports ${specifier}`),
    );
    expect(failureText("Node runs these files as they are: write the extension.", found)).toBe("");
  });
});

describe("the host", () => {
  test("modules outside the bundle of server/app.ts import only those modules of the app that have no state", () => {
    // Modules that server/main.ts imports are not part of the app's bundle. If they imported a module of the app, that
    // module would exist twice, with two states.
    const bundled = (file: string) => file === "server/app.ts" || reachable("server/app.ts").has(file);
    const found = sources
      .filter((file) => file.startsWith("server/") && !isTest(file) && !bundled(file))
      .map(source)
      .flatMap(({ file, imports }) =>
        imports
          .filter(
            ({ target, typeOnly }) =>
              target?.startsWith("app/") && !typeOnly && !PURE_FOR_THE_HOST.has(target),
          )
          .map(({ specifier, line }) => `${file}:${line} imports ${specifier}`),
      );
    expect(failureText("Import it in server/app.ts and hand it out of createApp().", found)).toBe("");
  });
});

/** Modules of the app without state, which the host uses before it loads the app, or in a worker process. */
const PURE_FOR_THE_HOST = new Set([
  "app/domain/email.ts",
  "app/domain/place.ts",
  "app/features/backup/archive.server.ts",
  "app/features/backup/format.server.ts",
  "app/features/backup/retried.server.ts",
  "app/features/backup/tables.server.ts",
  "app/platform/database-primary.server.ts",
  "app/platform/database-url.server.ts",
  "app/platform/env-values.server.ts",
  "app/platform/env.server.ts",
  "app/platform/file-answer.server.ts",
  "app/platform/migration-lock.server.ts",
  "app/platform/worker-process.server.ts",
]);

function reachable(from: string, seen = new Set<string>()): Set<string> {
  for (const { target } of source(from).imports) {
    if (!target || seen.has(target) || !sources.includes(target)) continue;
    seen.add(target);
    reachable(target, seen);
  }
  return seen;
}

describe("a forbidden import is detected:", () => {
  const bad: readonly [string, string][] = [
    ["app/domain/money.ts", 'import { m } from "#app/paraglide/messages.js";'],
    ["app/ui/button.tsx", 'import { Card } from "#app/features/listings/ui/card.tsx";'],
    ["app/features/chat/ui/dialog.tsx", 'import { db } from "#app/platform/db.server.ts";'],
    ["app/features/chat/ui/list.tsx", 'import { rooms } from "../queries.server.ts";'],
    ["app/platform/jobs.server.ts", 'import { sweep } from "#app/features/listings/commands.server.ts";'],
    ["app/features/rooms/unread-notices.server.ts", 'import { everyJob } from "#app/jobs.server.ts";'],
    ["app/features/chat/ui/a.tsx", 'import type { Answer } from "#app/routes/chat/chat.route.tsx";'],
    ["app/routes/chat/chat.route.tsx", 'import { db } from "#app/platform/db.server.ts";'],
    ["app/features/chat/chat.server.ts", 'export { start } from "#server/main.ts";'],
    ["app/features/chat/ui/b.tsx", 'const later = import("../../listings/rules.ts");'],
  ];

  test.each(bad.map(([file, text], index) => ({ file, text, law: LAWS[index] })))(
    "$file: $text",
    ({ file, text, law }) => {
      expect(law && violations(law, [parseText(file, text)]).length).toBe(1);
    },
  );
});
