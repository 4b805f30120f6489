// R8: a backup is made while people write, and restored into an empty folder.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { pictureFiles } from "#app/features/photos/photo.ts";
import { closeDb } from "#app/platform/db.server.ts";
import { findRows } from "#tests/support/rows.ts";
import { AUTH_SECRET, emptyEnvironment, newDataDir, startServer } from "#tests/support/server.ts";
import { integer } from "../report.ts";
import { ask, newAgent } from "./client.ts";
import { effectsOf, writesOfAll } from "./kinds.ts";
import { members } from "./people.ts";
import type { Row } from "./row.ts";
import { connectTo, openKeptShop } from "./shop.ts";
import { Writer } from "./writer.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const WRITERS = 8;

/** Runs a command as an operator does. @throws with what it said when it fails */
function command(name: string, file: string, dataDir: string): Promise<string> {
  const child = spawn(process.execPath, ["scripts/run.mjs", name, file], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...emptyEnvironment(), DATA_DIR: dataDir, AUTH_SECRET },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  return new Promise((resolve, reject) =>
    child.once("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${name} ended with ${code}: ${output}`)),
    ),
  );
}

/** Uploads photos, each another one, until `isOver`. Returns how many were taken. */
async function uploadPhotos(url: string, isOver: () => boolean): Promise<number> {
  const agent = newAgent();
  let taken = 0;
  for (let n = 0; !isOver(); n += 1) {
    const [uploader] = await members(1);
    const background = { r: n % 256, g: (n >> 8) % 256, b: 90 };
    const body = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const headers = { authorization: `Bearer ${uploader?.key}`, "content-type": "image/jpeg" };
    const answer = await ask(url, { method: "POST", path: "/api/v1/photos", headers, body }, agent);
    if (typeof answer !== "string" && answer.status === 201) taken += 1;
  }
  agent.destroy();
  return taken;
}

/** Files that photos in the restored database should have, and the restored folder lacks. */
async function missingFiles(dataDir: string): Promise<{ photos: number; missing: string[] }> {
  const photos = await findRows("photos", {}, ["key"]);
  const files = photos.flatMap(({ key }) => pictureFiles(key, false));
  return {
    photos: photos.length,
    missing: files.filter((file) => !existsSync(path.join(dataDir, "photos", file))),
  };
}

export const restore: Row = {
  asked: "backup under load, restore, compare",
  async run(torture) {
    const each = torture.of({ short: 40, usual: 500, long: 5_000 });
    await using shop = await openKeptShop(torture);
    const queue = await writesOfAll(each, shop.url);
    const total = queue.length;
    const writers = Array.from({ length: WRITERS }, () => new Writer(() => shop.url));
    let isOver = false;
    const writing = Promise.all(writers.map((writer) => writer.run(queue)));
    const uploading = uploadPhotos(shop.url, () => isOver);
    while (queue.length > total / 2) await delay(10);
    const file = path.join(torture.folder, `${randomUUID()}.tar.zst`);
    const elsewhere = newDataDir();
    try {
      const [begun, left] = [performance.now(), queue.length];
      await command("backup", file, shop.dataDir);
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
      const meanwhile = left - queue.length;
      isOver = true;
      for (const writer of writers) writer.stop();
      await writing;
      const uploaded = await uploading;
      torture.say(`The backup took ${seconds} s.`);
      await shop.stop();
      const verified = await command("verify", file, elsewhere);
      await command("restore", file, elsewhere);
      const restored = await startServer({ dataDir: elsewhere, env: { AUTH_SECRET } });
      try {
        await connectTo(restored.databaseUrl, elsewhere, restored.url);
        const log = writers.flatMap((writer) => writer.log);
        const effects = await effectsOf(log.map(({ write }) => write));
        const faults: string[] = [];
        let [before, kept] = [0, 0];
        for (const { write, known, answeredAt } of log) {
          const times = effects.get(write) ?? 0;
          const wasBefore = known === "acknowledged" && answeredAt < begun;
          if (wasBefore) before += 1;
          kept += times;
          if (wasBefore && times !== 1)
            faults.push(`${write.kind} ${write.id}: ${times} times after the restore.`);
          if (times > 1) faults.push(`${write.kind} ${write.id}: doubled.`);
        }
        const { photos, missing } = await missingFiles(elsewhere);
        for (const name of missing) faults.push(`A photo has no file ${name}.`);
        if (photos === 0) faults.push("No photo was in the backup.");
        if (!verified.includes("is good:")) faults.push(verified);
        if ((await fetch(`${restored.url}/rackets`)).status !== 200)
          faults.push("The restored shop has no page.");
        return {
          ran: `a backup of ${seconds} s while ${integer(meanwhile)} writes and ${uploaded} photos came; verified, restored, started`,
          result: `${integer(before)} writes acknowledged before it, all there; of those during it ${integer(kept - before)}; ${photos} photos with all files`,
          faults,
        };
      } finally {
        await closeDb();
        await restored.stop();
      }
    } finally {
      isOver = true;
      for (const writer of writers) writer.stop();
      for (const place of [file, elsewhere]) rmSync(place, { recursive: true, force: true });
    }
  },
};
