import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAlive } from "#tests/support/postmaster.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let cookie: string;

beforeEach(async () => {
  server = await startServer({ env: { DEMO_DATA: "on" } });
  const signedIn = await post(
    "/auth",
    new URLSearchParams({ intent: "sign-in", identifier: "sanne", password: "second-serve" }),
  );
  cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
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

/** Some 20 megapixels of noise, which take a while, and never the same twice. */
async function largePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const picture = sharp({ create: { width: 5200, height: 3900, channels: 3, background: "#888", noise } });
  return new Uint8Array(await picture.jpeg({ quality: 80 }).toBuffer());
}

const upload = (file: Uint8Array<ArrayBuffer>) => post("/photos", file, { cookie });

/** The rendering processes that this server has started. */
function renderers(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = / \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return Number(parent) === server.child.pid && command.includes("render-process");
      } catch {
        return false; // It ended while we looked.
      }
    })
    .map(Number);
}

/** The process, once it does something. */
function renderer(): Promise<number> {
  return vi.waitFor(() => {
    const [pid, ...others] = renderers();
    expect(others).toEqual([]);
    return pid ?? expect.fail("it has not been started");
  });
}

test("a crash in the middle fails that upload in a sentence, and the next one is taken", async () => {
  const file = await largePhoto();
  expect(renderers()).toEqual([]);
  const begun = upload(file);
  const crashed = await renderer();
  process.kill(crashed, "SIGSEGV");
  const failed = await begun;
  expect(failed.status).toBe(500);
  expect(await failed.json()).toEqual({ fault: "failed", message: expect.stringMatching(/^[A-Z].+\.$/) });
  expect(isAlive(crashed)).toBe(false);

  expect((await upload(file)).status).toBe(201);
  expect(await renderer()).not.toBe(crashed);
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "no rendering outlives a server that ends by %s",
  async (signal) => {
    const begun = upload(await largePhoto()).catch(() => "the server is gone");
    const pid = await renderer();
    server.child.kill(signal);
    await server.ended;
    await begun;
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 });
  },
);
