import { expect, test } from "vitest";
import { withoutDevice } from "./auth-cookies.server.ts";

test.each([
  [null, null],
  ["", null],
  ["second-serve.device=abc.def%3D", null],
  ["__Host-second-serve.device=abc", null],
  ["country=NL; second-serve.device=abc", "country=NL"],
  ["second-serve.device=abc; country=NL", "country=NL"],
  ["country=NL; second-serve.device=abc; currency=USD", "country=NL; currency=USD"],
  ["second-serve.session_token=abc; second-serve.device=abc", "second-serve.session_token=abc"],
  ["xsecond-serve.device=abc", "xsecond-serve.device=abc"],
])("the cookies %j without the device cookie are %j", (cookies, rest) => {
  expect(withoutDevice(cookies)).toBe(rest);
});
