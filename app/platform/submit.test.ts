import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Failure } from "#app/ui/answer.ts";
import { configure, parseEnv } from "./env.server.ts";
import { logger } from "./log.server.ts";
import { Refused } from "./refused.server.ts";
import { type Done, faultAt, reply, submit } from "./submit.server.ts";

beforeAll(() => configure(parseEnv({ BASE_URL: "https://shop.example" })));

const HERE = "https://shop.example/offers/1";

const SENDERS = {
  page: { "sec-fetch-mode": "navigate" },
  script: { "sec-fetch-mode": "cors" },
  call: { "sec-fetch-mode": "cors", accept: "application/json" },
} as const;
type Sender = keyof typeof SENDERS;

function sent(fields: Record<string, string> | [string, string][], sender: Sender = "script"): Request {
  return new Request(HERE, { method: "POST", body: new URLSearchParams(fields), headers: SENDERS[sender] });
}

const schema = z.object({ price: z.string().regex(/^\d+$/, "no price"), note: z.string().optional() });
const anybody = async () => "anna";

async function outcome(result: Awaited<ReturnType<typeof submit>>) {
  if (result instanceof Response) {
    const { status, headers } = result;
    const text = await result.text();
    return { status, headers, answer: text === "" ? null : JSON.parse(text) };
  }
  const { status, headers } = result.init ?? {};
  return { status, headers: new Headers(headers), answer: result.data as unknown };
}

test("who may not send a form does not learn what is wrong with it, and it is not read", async () => {
  const request = sent({ price: "x" }, "call");
  let checked = false;
  const refused = submit(request, {
    who: async () => {
      throw new Refused("signed_out", { text: "Sign in" });
    },
    schema: () => {
      checked = true;
      return schema;
    },
    command: async (): Promise<Done> => ({}),
  });
  expect(await outcome(await refused)).toMatchObject({
    status: 401,
    answer: { ok: false, reason: "signed_out", message: "Sign in" },
  });
  expect([checked, request.bodyUsed]).toEqual([false, false]);
});

test.each(["page", "script", "call"] as const)(
  "invalid fields come back to a %s with what was typed",
  async (sender) => {
    const { status, answer } = await outcome(
      await submit(sent({ price: "x", note: "hello" }, sender), {
        who: anybody,
        schema,
        command: async (): Promise<Done> => ({}),
      }),
    );
    expect({ status, answer }).toMatchObject({
      status: 422,
      answer: {
        ok: false,
        message: "no price",
        result: { error: { price: ["no price"] }, initialValue: { price: "x", note: "hello" } },
      },
    });
  },
);

test("a refusal is shown beside its field, and a field that the schema does not name is not read", async () => {
  const command = async (input: object): Promise<Done> => {
    throw faultAt("price", Object.keys(input).join());
  };
  const { status, answer } = await outcome(
    await submit(sent({ price: "1", stranger: "x" }), { who: anybody, schema, command }),
  );
  expect({ status, answer }).toMatchObject({
    status: 422,
    answer: { result: { error: { price: ["price"] } } },
  });
});

test("what is too long, or sent too often, is refused in the words of the schema", async () => {
  const schema = z.object({
    note: z.string().max(5, "too long"),
    tag: z.array(z.string()).max(2, "too many tags"),
    name: z.string({ error: () => "one name" }),
  });
  const fields: [string, string][] = [["note", "x".repeat(200_000)]];
  for (const name of ["tag", "name"]) for (const value of ["a", "b", "c"]) fields.push([name, value]);
  const spec = { who: anybody, schema, command: async (): Promise<Done> => ({}) };
  const { status, answer } = await outcome(await submit(sent(fields), spec));
  expect([status, (answer as Failure).result.error]).toEqual([
    422,
    { note: ["too long"], tag: ["too many tags"], name: ["one name"] },
  ]);
});

const forms = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("accept") }),
  z.object({ intent: z.literal("counter"), price: z.string() }),
]);

test.each<[Record<string, string>, z.ZodType]>([
  [{ intent: "burn" }, forms],
  [{}, forms],
  [{ price: "1" }, forms],
  [{ intent: "burn" }, z.object({ intent: z.enum(["accept", "decline"], "no intent") })],
])("the form %j is none of this page", async (fields, schema) => {
  const { status, answer } = await outcome(
    await submit(sent(fields), { who: anybody, schema, command: async (): Promise<Done> => ({}) }),
  );
  const { reason, message, result } = answer as Failure;
  expect([status, reason]).toEqual([400, "form_broken"]);
  expect(result.error).toEqual({ "": [message] });
});

test("what no page of the shop sends is refused with a sentence for people", async () => {
  const strict = z.object({ cart: z.enum(["true", "false"]) });
  for (const fields of [{ cart: "maybe" }, {}] as Record<string, string>[]) {
    const { status, answer } = await outcome(
      await submit(sent(fields), { who: anybody, schema: strict, command: async (): Promise<Done> => ({}) }),
    );
    expect({ status, answer }).toMatchObject({
      status: 422,
      answer: { message: "This form could not be read. Please try again." },
    });
  }
});

test("a body that is no form is refused", async () => {
  for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
    const headers = { "content-type": type, ...SENDERS.call };
    const request = new Request(HERE, { method: "POST", body: "{}", headers });
    const spec = { who: anybody, schema, command: async (): Promise<Done> => ({}) };
    expect(await outcome(await submit(request, spec))).toMatchObject({
      status: 400,
      answer: { ok: false, reason: "form_broken", message: "This form could not be read. Please try again." },
    });
  }
});

test("what was done is told where the person is next: on the page, on the next one, or in the answer", async () => {
  const toast = { title: "Offer accepted", tone: "good" } as const;
  const done = async (sender: Sender, to?: string) => {
    const command = async () => ({ toast, value: 7, ...(to && { to }) });
    return outcome(
      await submit(sent({ intent: "accept" }, sender), { who: anybody, schema: forms, command }),
    );
  };
  for (const [sender, to] of [["page"], ["page", "/orders"], ["script", "/orders"]] as const) {
    const { status, headers } = await done(sender, to);
    expect([status, headers.get("location")]).toEqual([302, to ?? "/offers/1"]);
    expect(decodeURIComponent(headers.get("set-cookie") ?? "")).toContain("Offer accepted");
  }
  expect((await done("script")).answer).toMatchObject({ ok: true, value: 7, toast, intent: "accept" });
  expect((await done("call", "/orders")).answer).toMatchObject({ ok: true, value: 7 });
});

test("without JavaScript, a failed form of another page leads back to that page, which tells it", async () => {
  const command = async (): Promise<Done> => {
    throw new Refused("offer_gone");
  };
  const spec = { who: anybody, schema: forms, command, onOtherPage: true } as const;
  const { status, headers } = await outcome(await submit(sent({ intent: "accept" }, "page"), spec));
  expect(status).toBe(302);
  expect(decodeURIComponent(headers.get("set-cookie") ?? "")).toContain('"kind":"error"');
  expect((await outcome(await submit(sent({ intent: "accept" }), spec))).status).toBe(404);
});

test("an error of the server keeps the form if it has a text for it, and is logged", async () => {
  const logged: unknown[] = [];
  const error = logger.error;
  logger.error = (...line: unknown[]) => void logged.push(line);
  try {
    const command = async (): Promise<Done> => {
      throw new TypeError("broken");
    };
    const spec = { who: anybody, schema, command };
    await expect(submit(sent({ price: "1" }), spec)).rejects.toThrow("broken");
    const { status, answer } = await outcome(
      await submit(sent({ price: "1" }), { ...spec, failed: () => "Not saved" }),
    );
    expect({ status, answer }).toMatchObject({
      status: 500,
      answer: { reason: "failed", message: "Not saved", result: { initialValue: { price: "1" } } },
    });
    expect(logged).toHaveLength(1);
  } finally {
    logger.error = error;
  }
});

test("a form whose fields were changed elsewhere too is not saved", async () => {
  let saved = false;
  const { status, answer } = await outcome(
    await submit(sent({ price: "1", loaded: JSON.stringify({ price: "another" }) }), {
      who: anybody,
      schema,
      stored: () => ({ price: "2" }),
      command: async (): Promise<Done> => {
        saved = true;
        return {};
      },
    }),
  );
  expect({ status, answer }).toMatchObject({
    status: 409,
    answer: { reason: "conflict", conflicts: [{ name: "price", typed: ["1"], stored: ["2"] }] },
  });
  expect(saved).toBe(false);
});

test("without JavaScript, a conflict in a form of another page is told in the words of its fields", async () => {
  const sentForm = sent({ price: "1", loaded: JSON.stringify({ price: "another" }) }, "page");
  const answered = await submit(sentForm, {
    who: anybody,
    schema,
    stored: () => ({ price: "2" }),
    textOf: (name, value) => `${name} of ${value} euros`,
    onOtherPage: true,
    failedTitle: () => null,
    command: async (): Promise<Done> => ({}),
  });
  const { headers } = await outcome(answered);
  const told = JSON.parse(decodeURIComponent((headers.get("set-cookie") ?? "").split(/[=;]/)[1] ?? ""));
  expect(told).toMatchObject({
    title: "Changed elsewhere in the meantime",
    description: "You entered: price of 1 euros",
    kind: "error",
  });
});

test("a call that reads answers with the value, or with why not", async () => {
  const request = new Request(HERE, { headers: SENDERS.call });
  const read = await reply(request, anybody, async (who) => ({ who }));
  expect(await read.json()).toEqual({ who: "anna" });
  const refused = await reply(request, anybody, async () => {
    throw new Refused("too_often", { seconds: 3 });
  });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3"]);
  expect(await refused.json()).toMatchObject({ ok: false, reason: "too_often" });
});
