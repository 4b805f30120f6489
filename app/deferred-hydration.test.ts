import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { deferHydration } from "./deferred-hydration.server.ts";

const NONCE = "4711";
const PAGE = `<html><head><link rel="modulepreload" href="/assets/react.js" nonce="${NONCE}"/><link rel="stylesheet" href="/assets/root.css"/><link rel="modulepreload" href="/assets/home.js"/></head><body><main></main><script nonce="${NONCE}">before()</script><script nonce="${NONCE}" type="module" async="">import * as route0 from "/assets/home.js"; f("$1", "$&");</script><script nonce="${NONCE}">after()</script></body></html>`;
const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

describe("a page that is drawn before its scripts are fetched", () => {
  const html = deferHydration(PAGE, NONCE);
  const scripts = [...html.matchAll(SCRIPT)].map(([, attributes, text]) => ({ attributes, text }));

  test("asks for nothing but what it is drawn with", () => {
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).toContain('<link rel="stylesheet" href="/assets/root.css"/>');
    expect(scripts.filter(({ attributes }) => attributes?.includes("module"))).toEqual([]);
  });

  test("holds its script as it was, and what that needs, where it stood", () => {
    expect(scripts.map(({ text }) => text?.slice(0, 8))).toEqual([
      "before()",
      "import *",
      "(functio",
      "after()",
    ]);
    expect(scripts[1]?.text).toBe('import * as route0 from "/assets/home.js"; f("$1", "$&");');
    expect(scripts[1]?.attributes).toContain('data-needs="/assets/react.js /assets/home.js"');
  });

  test("all its scripts are marked as ours", () => {
    for (const { attributes } of scripts) expect(attributes).toContain(`nonce="${NONCE}"`);
  });

  test("what begins it is a whole program of its own", () => {
    const put: object[] = [];
    const held = {
      dataset: { needs: "/a.js /b.js" },
      nonce: NONCE,
      textContent: "held()",
      replaceWith: (script: object) => put.push(script),
    };
    let painted: () => void = () => {};
    class PerformanceObserver {
      constructor(run: () => void) {
        painted = run;
      }
      observe() {}
    }
    const later: (() => void)[] = [];
    runInNewContext(scripts[2]?.text ?? "", {
      document: {
        currentScript: { previousElementSibling: held },
        visibilityState: "visible",
        createElement: (tag: string) => ({ tag }),
        head: { append: (link: object) => put.push(link) },
      },
      PerformanceObserver,
      addEventListener: (_: string, listener: () => void) => later.push(listener),
      setTimeout: (run: () => void) => run(),
    });
    expect(put).toEqual([]);
    painted();
    for (const listener of later) listener();
    expect(put).toEqual([
      { tag: "link", rel: "modulepreload", href: "/a.js" },
      { tag: "link", rel: "modulepreload", href: "/b.js" },
      { tag: "script", type: "module", nonce: NONCE, textContent: "held()" },
    ]);
  });

  test("a page without scripts stays as it is", () => {
    const bare = "<html><head></head><body><script>own()</script></body></html>";
    expect(deferHydration(bare, undefined)).toBe(bare);
  });
});
