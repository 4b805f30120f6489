// What a start does when the sources have changed, on its own.
import { buildIfStale } from "../server/build.ts";
import { Refusal } from "../server/refusal.ts";

try {
  await buildIfStale(console.log);
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exit(1);
}
