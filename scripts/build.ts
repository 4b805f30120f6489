// Builds the shop if its sources have changed, as `npm start` does.
import { buildIfStale } from "../server/build.ts";
import { StartupError } from "../server/startup-error.ts";

try {
  await buildIfStale(console.log);
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}
