import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { deferHydration } from "./deferred-hydration.server.ts";
import { edited } from "./page-edits.server.ts";

const NONCE = "4711";
const PAGE = `<html><head><link rel="modulepreload" href="/assets/react.js" nonce="${NONCE}"/><link rel="stylesheet" href="/assets/root.css"/><link rel="modulepreload" href="/assets/home.js"/></head><body><main>€ 5</main><script nonce="${NONCE}">before()</script><script nonce="${NONCE}" type="module" async="">import * as route0 from "/assets/home.js"; f("$1", "$&");</script><script nonce="${NONCE}">after()</script></body></html>`;

function deferred(page: string, tooOld: string, nonce?: string): string {
  const html = Buffer.from(page);
  return edited(html, deferHydration(html, tooOld, nonce)).toString();
}
const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

describe("a page whose hydration is deferred", () => {
  const html = deferred(PAGE, 'Too "old" & slow.', NONCE);
  const scripts = [...html.matchAll(SCRIPT)].map(([, attributes, text]) => ({ attributes, text }));

  test("preloads no script and has no module script", () => {
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).toContain('<link rel="stylesheet" href="/assets/root.css"/></head><body><main>€ 5</main>');
    expect(scripts.filter(({ attributes }) => attributes?.includes("module"))).toEqual([]);
  });

  test("keeps the text and the position of its module script, and lists the modules to preload", () => {
    expect(scripts.map(({ text }) => text?.slice(0, 8))).toEqual([
      "before()",
      "import *",
      "(functio",
      "after()",
    ]);
    expect(scripts[1]?.text).toBe('import * as route0 from "/assets/home.js"; f("$1", "$&");');
    expect(scripts[1]?.attributes).toContain('data-needs="/assets/react.js /assets/home.js"');
  });

  test("has the nonce on each of its scripts", () => {
    for (const { attributes } of scripts) expect(attributes).toContain(`nonce="${NONCE}"`);
  });

  test("starts its module script after the first paint, by an inline script that uses no code from outside itself", () => {
    const inserted: object[] = [];
    const held = {
      dataset: { needs: "/a.js /b.js" },
      nonce: NONCE,
      textContent: "held()",
      replaceWith: (script: object) => inserted.push(script),
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
        head: { append: (link: object) => inserted.push(link) },
      },
      PerformanceObserver,
      addEventListener: (_: string, listener: () => void) => later.push(listener),
      setTimeout: (run: () => void) => run(),
    });
    expect(inserted).toEqual([]);
    painted();
    for (const listener of later) listener();
    expect(inserted).toEqual([
      { tag: "link", rel: "modulepreload", href: "/a.js" },
      { tag: "link", rel: "modulepreload", href: "/b.js" },
      { tag: "script", type: "module", nonce: NONCE, textContent: "held()" },
    ]);
  });

  test("shows a sentence instead of starting its module script in a browser without resizable buffers", () => {
    expect(scripts[1]?.attributes).toContain('data-too-old="Too &quot;old&quot; &amp; slow."');
    const shown: object[] = [];
    runInNewContext(`delete ArrayBuffer.prototype.resize; ${scripts[2]?.text}`, {
      document: {
        currentScript: { previousElementSibling: { dataset: { tooOld: "Too old." } } },
        body: { prepend: (element: object) => shown.push(element) },
        createElement: (tag: string) => ({ tag }),
      },
    });
    expect(shown).toEqual([{ tag: "p", className: "wrap py-3", textContent: "Too old." }]);
  });

  test("is unchanged when it has no module script", () => {
    const bare = "<html><head></head><body><script>own()</script></body></html>";
    expect(deferred(bare, "")).toBe(bare);
  });
});
