import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { cachedPagePolicy, personalPolicy } from "./content-security-policy.server.ts";

function hashOf(script: string): string {
  return hash("sha256", script, "base64");
}

const page = Buffer.from(`<html><script>theme()</script><script nonce="id-1" type="module">ours()</script>
  <p><script>smuggled()</script><script nonce="id-0">guessed()</script></p><script nonce="id-1" src="/a.js"></script>`);

test("a cached page allows, by their hashes, the known scripts and those with the request's nonce, and no others", () => {
  const policy = cachedPagePolicy(page, { nonce: "id-1", fixedScripts: ["theme()"], developing: false });
  for (const script of ["ours()", "theme()"]) expect(policy).toContain(hashOf(script));
  for (const script of ["smuggled()", "guessed()"]) expect(policy).not.toContain(hashOf(script));
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test("a page that is not cached allows scripts with its nonce, and the known scripts by their hashes", () => {
  const policy = personalPolicy({ nonce: "id-1", fixedScripts: ["theme()"] });
  expect(policy).toContain("'nonce-id-1'");
  expect(policy).toContain(hashOf("theme()"));
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test("with a CDN, a page may load pictures from it, and scripts, styles and fonts from its built files alone; workers from the shop", () => {
  const files = "https://files.example";
  const directives = personalPolicy({ nonce: "id-1", fixedScripts: [], files }).split("; ");
  expect(directives.filter((directive) => directive.includes(files))).toEqual([
    "script-src 'self' https://files.example/assets/ 'nonce-id-1'",
    "style-src 'self' 'unsafe-inline' https://files.example/assets/",
    "img-src 'self' data: blob: https://files.example",
    "font-src 'self' https://files.example/assets/",
    "connect-src 'self' https://files.example/assets/",
  ]);
});
