import { expect, test } from "vitest";
import { scriptSafeJson } from "./page-meta.server.ts";

test("nothing that somebody wrote ends the script element that it is told in", () => {
  const name = "Blade </script><script>alert(1)</script> <!-- & \u2028\u2029";
  const json = scriptSafeJson({ name });
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual({ name });
});
