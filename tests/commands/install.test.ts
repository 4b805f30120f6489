import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** A registry that lets each download wait. */
async function silentRegistry() {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, response) => asked.resolve(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: asked.promise,
    close: () => server.close(),
  };
}

/** A clone whose only package has to be downloaded. */
function freshClone(registry: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-clone-"));
  mkdirSync(path.join(folder, "scripts"));
  copyFileSync(path.join(ROOT, "scripts/prepare.mjs"), path.join(folder, "scripts/prepare.mjs"));
  const shop = { name: "shop", version: "1.0.0", dependencies: { ball: "1.0.0" } };
  const resolved = `${registry}/ball/-/ball-1.0.0.tgz`;
  const packages = { "": shop, "node_modules/ball": { version: "1.0.0", resolved } };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(shop));
  writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
  return folder;
}

test("SIGTERM ends an installation, and npm with it", async () => {
  const registry = await silentRegistry();
  const folder = freshClone(registry.url);
  const install = spawn(process.execPath, [path.join(folder, "scripts/prepare.mjs")], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      npm_config_registry: registry.url,
      npm_config_cache: path.join(folder, "cache"),
    },
  });
  const hungUp = once(await registry.asked, "close");
  install.kill("SIGTERM");
  expect(await once(install, "exit")).toEqual([143, null]);
  await hungUp;
  expect(existsSync(path.join(folder, ".cache/installing"))).toBe(false);
  registry.close();
  rmSync(folder, { recursive: true });
});
