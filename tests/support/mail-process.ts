// A process that stands for a second server: it runs the mail jobs of DATABASE_URL until it is killed.
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { mailJobs } from "#app/platform/mail.server.ts";

const config = parseEnv(process.env);
configure(config);
await startJobs(config.databaseUrl ?? "", mailJobs);
process.send?.("ready");
