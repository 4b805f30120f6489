import { expect, test } from "vitest";
import { deviceOf, networkOf } from "./device-names.server.ts";

const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`,
    { name: "Safari on iOS", handheld: true },
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
    { name: "Chrome on Linux", handheld: false },
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    { name: "Firefox on Windows", handheld: false },
  ],
  ["<script>alert(1)</script>", { name: null, handheld: false }],
  ["", { name: null, handheld: false }],
  [null, { name: null, handheld: false }],
])("the browser with the user agent %s is shown as %o", (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});

test.each([
  ["203.0.113.77", "203.0.113.…"],
  ["::ffff:203.0.113.77", "203.0.113.…"],
  ["2001:db8:12:34::1", "2001:db8:12:…"],
  ["::1", null],
  ["", null],
  ["unknown", null],
  ["<b>", null],
  [null, null],
])("the IP address %s is shown as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
