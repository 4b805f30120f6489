import { afterEach, describe, expect, test } from "vitest";
import { type Config, configure, env } from "#app/platform/env.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader as gallery } from "./gallery.route.tsx";
import { loader as mailPage } from "./mail.route.tsx";
import { loader as mailbox } from "./mailbox.route.tsx";

/** A visitor on the server's own machine, or with the given IP address. */
function visitor(address = "127.0.0.1"): Visitor {
  return Object.assign(new Visitor(), { address });
}

let config: Config;
let ids: string[];

openDatabase(async () => {
  config = env();
  for (const subject of ["first", "second"]) {
    await sendMail({
      to: "anna@example.com",
      subject,
      text: `see http://shop.example/${subject}`,
      html: "<a href=x>x</a>",
    });
  }
  const { data } = await visitor().open(mailbox, "/dev/mailbox");
  ids = (data as { mails: { id: string }[] }).mails.map(({ id }) => id);
});
afterEach(() => configure(config));

test("the mailbox shows the newest mail first, and each on its own page", async () => {
  const { data } = await visitor().open(mailbox, "/dev/mailbox");
  const { mails } = data as { mails: { subject: string; recipient: string }[] };
  expect(mails.map(({ subject }) => subject)).toEqual(["second", "first"]);
  expect(await visitor().open(mailPage, `/dev/mailbox/${ids[0]}`, { id: ids[0]! })).toMatchObject({
    data: { subject: "second", recipient: "anna@example.com", links: ["http://shop.example/second"] },
  });
});

test("each view of a mail has a URL", async () => {
  const show = (as: string) => visitor().open(mailPage, `/dev/mailbox/${ids[0]}?as=${as}`, { id: ids[0]! });
  for (const view of ["dark", "phone", "text"]) expect(await show(view)).toMatchObject({ data: { view } });
  expect(await show("%00")).toMatchObject({ data: { view: "light" } });
});

test.each(["nonsense", "\0", "01890000-0000-7000-8000-000000000000", ""])(
  "the page of the mail %j, which does not exist, responds with 404",
  async (id) => {
    expect(await visitor().open(mailPage, "/dev/mailbox/x", { id })).toMatchObject({ status: 404 });
  },
);

describe("the development pages exist only on the developer's own machine, and only without a mail server:", () => {
  test.each([
    ["the internet", "203.0.113.9", 404],
    ["an unknown IP address", "", 404],
    ["this machine", "::1", 200],
    ["a private network of this machine", "172.17.0.1", 404],
  ])("a request from %s (%j) is answered with %i", async (_, address, status) => {
    configure({ ...config, host: "0.0.0.0" });
    expect(await visitor(address).open(mailbox, "/dev/mailbox")).toMatchObject({ status });
    const mail = await visitor(address).open(mailPage, "/dev/mailbox/x", { id: ids[0]! });
    expect(mail).toMatchObject({ status });
    expect(await visitor(address).open(gallery, "/dev/gallery")).toMatchObject({ status });
  });

  test("not through a proxy on this machine", async () => {
    for (const page of [mailbox, gallery]) {
      const request = visitor().request("/dev", { headers: { "x-forwarded-for": "127.0.0.1" } });
      expect(await visitor().run(page, request)).toMatchObject({ status: 404 });
    }
  });

  test.each<[string, Partial<Config>]>([
    ["a public URL", { baseUrl: "https://shop.example" }],
    ["a mail server", { smtpUrl: "smtp://127.0.0.1:25" }],
  ])("not with %s", async (_, change) => {
    configure({ ...config, ...change });
    expect(await visitor().open(mailbox, "/dev/mailbox")).toMatchObject({ status: 404 });
    expect(await visitor().open(gallery, "/dev/gallery")).toMatchObject({ status: 404 });
    expect(await visitor().open(mailPage, "/dev/mailbox/x", { id: ids[0]! })).toMatchObject({
      status: 404,
    });
  });
});
