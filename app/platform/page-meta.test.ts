import { expect, test } from "vitest";
import { scriptSafeJson } from "./page-meta.server.ts";

test("no text in structured data ends its script element [V1.2.1 V1.2.3]", () => {
  const name = "Blade </script><script>alert(1)</script> <!-- & \u2028\u2029";
  const json = scriptSafeJson({ name });
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual({ name });
});
