import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { person } from "#tests/support/people.ts";
import { isAlive } from "#tests/support/postmaster.ts";
import { startPrepared } from "#tests/support/prepared-data.ts";
import { AUTH_SECRET, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let cookie: string;

beforeEach(async () => {
  server = await startPrepared({ env: { AUTH_SECRET } });
  configure(parseEnv({ DATABASE_URL: server.databaseUrl, AUTH_SECRET, BASE_URL: server.url }));
  ({ cookie } = await person());
  await closeDb();
});

afterEach(() => server.stop());

function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url + path, {
    method: "POST",
    body,
    headers: { origin: server.url, ...headers },
    redirect: "manual",
  });
}

/** About 20 megapixels of noise, which take a while to render. */
let photo: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const picture = sharp({ create: { width: 5200, height: 3900, channels: 3, background: "#888", noise } });
  photo = new Uint8Array(await picture.jpeg({ quality: 80 }).toBuffer());
});

const upload = () => post("/photos", photo, { cookie });

/** The ids of the worker processes that render photos for this server. */
function renderers(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = / \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return Number(parent) === server.child.pid && command.includes("render-process");
      } catch {
        return false; // The process has ended since /proc was listed.
      }
    })
    .map(Number);
}

/** Waits until the worker process that renders photos has started. Returns its id. */
function renderer(): Promise<number> {
  return vi.waitFor(
    () => {
      const [pid, ...others] = renderers();
      expect(others).toEqual([]);
      return pid ?? expect.fail("it has not been started");
    },
    { timeout: 30_000 },
  );
}

test("a crash of the worker process makes the upload fail with a message in words, and the next upload works [V1.4.1]", async () => {
  expect(renderers()).toEqual([]);
  const uploading = upload();
  const crashed = await renderer();
  process.kill(crashed, "SIGSEGV");
  const failed = await uploading;
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({
    ok: false,
    reason: "failed",
    message: expect.stringMatching(/^[A-Z].+\.$/),
  });
  // The pipe to a process closes a moment before the system knows that it ended.
  await vi.waitFor(() => expect(isAlive(crashed)).toBe(false), { timeout: 30_000 });

  expect((await upload()).status).toBe(200);
  expect(await renderer()).not.toBe(crashed);
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "no worker process outlives a server that is stopped by %s",
  async (signal) => {
    const uploading = upload().catch(() => "the server is gone");
    const pid = await renderer();
    server.child.kill(signal);
    await server.ended;
    await uploading;
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 });
  },
);
