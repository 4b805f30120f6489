import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import sharp from "sharp";
import { closeDb } from "#app/platform/db.server.ts";
import { startEmbeddedDatabase } from "#server/embedded-database.ts";
import { postmasterOf } from "#tests/support/postmaster.ts";
import { startS3 } from "#tests/support/s3.ts";
import { AUTH_SECRET, freePort, startServer, type TestServer } from "#tests/support/server.ts";
import { type DatabaseProxy, databaseProxy } from "#tests/support/silent-proxy.ts";
import { smtpPeer } from "#tests/support/smtp-peer.ts";
import { apiCall, ask, newAgent } from "./client.ts";
import { members, racketsOf } from "./people.ts";
import type { Torture } from "./row.ts";
import { connectTo, copiedDataDir } from "./shop.ts";

/** How many descriptors the server may have open. */
export const DESCRIPTORS = 512;

/** A shop with all that it talks to, each behind a proxy that can break. */
export interface World extends AsyncDisposable {
  readonly url: string;
  readonly server: TestServer;
  readonly database: DatabaseProxy;
  readonly mail: DatabaseProxy;
  /** Where its photos are: behind a proxy, or in a folder. */
  readonly bucket: DatabaseProxy | null;
  readonly folder: string;
  readonly postmaster: number;
  /** A connection of a superuser to the database, past the proxy. */
  admin(): Promise<pg.Client>;
  /** Lets the shop send a mail. */
  causeMail(): Promise<void>;
  /** The status of the answer to a new photo. */
  upload(): Promise<number | string>;
}

export async function openWorld(torture: Torture, storage: "folder" | "bucket"): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const dataDir = copiedDataDir(torture);
  const folder = mkdtempSync(path.join(tmpdir(), "second-serve-photos-"));
  for (const place of [dataDir, folder]) stack.defer(() => rmSync(place, { recursive: true, force: true }));
  const postgres = await startEmbeddedDatabase(dataDir, { say: torture.say, connections: 60 });
  stack.defer(() => postgres.stop(10_000));
  const database = await databaseProxy(postgres.url);
  stack.defer(() => database.close());
  const peer = await smtpPeer(["take"]);
  stack.defer(() => peer.close());
  const mail = await databaseProxy(peer.url);
  stack.defer(() => mail.close());
  const s3 = storage === "bucket" ? await startS3() : null;
  if (s3) stack.defer(() => s3.close());
  const bucket = s3 && (await databaseProxy(s3.url));
  if (bucket) stack.defer(() => bucket.close());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await connectTo(postgres.url, dataDir, url);
  stack.defer(closeDb);
  const server = await startServer({
    descriptors: DESCRIPTORS,
    env: {
      ...{ AUTH_SECRET, PORT: String(port), TRUSTED_PROXIES: "127.0.0.1", DATABASE_URL: database.url },
      ...{ SMTP_URL: mail.url, STORAGE_URL: bucket?.url ?? `file:${folder}` },
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, "clock.mjs")}`,
    },
  });
  stack.defer(() => server.stop());
  const agent = newAgent();
  stack.defer(() => agent.destroy());
  const held = stack.move();
  let photos = 0;
  return {
    ...{ url, server, database, mail, bucket, folder, postmaster: postmasterOf(dataDir) },
    async admin() {
      const client = new pg.Client(Object.assign(new URL(postgres.url), { username: "postgres" }).href);
      client.on("error", () => {}); // The fault may end it.
      await client.connect();
      return client;
    },
    async causeMail() {
      const [seller, reporter] = await members(2);
      if (!seller || !reporter) return;
      const [listing = ""] = await racketsOf([seller]);
      const about = { subject_kind: "listing", subject_id: `racket:${listing}` };
      const body = { ...about, reason: "counterfeit", words: "It is not what it says." };
      await ask(url, apiCall(reporter, "POST", "/reports", body), agent);
    },
    async upload() {
      const [uploader] = await members(1);
      photos += 1;
      const background = { r: photos % 256, g: (photos >> 8) % 256, b: 40 };
      const picture = sharp({ create: { width: 400, height: 300, channels: 3, background } });
      const headers = { authorization: `Bearer ${uploader?.key}`, "content-type": "image/jpeg" };
      const body = await picture.jpeg().toBuffer();
      const answer = await ask(url, { method: "POST", path: "/api/v1/photos", headers, body }, agent, 10_000);
      return typeof answer === "string" ? answer : answer.status;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
