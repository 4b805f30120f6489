import { expect, test } from "vitest";
import { impossibleLink } from "./picture-link.ts";

test.each([
  "not a url",
  "/photos/a.jpg",
  "file:///etc/passwd",
  "ftp://shop.example/a.jpg",
  "https://ann:secret@shop.example/a.jpg",
  "https://shop.example:8443/a.jpg",
  "http://localhost/a.jpg",
  "http://printer.local/a.jpg",
  "http://intranet/a.jpg",
  "http://127.0.0.1/a.jpg",
  "http://2130706433/a.jpg",
  "http://0x7f.1/a.jpg",
  "http://10.0.0.8/a.jpg",
  "http://169.254.169.254/latest/meta-data",
  "http://[::1]/a.jpg",
  "http://[::ffff:127.0.0.1]/a.jpg",
])("%s can never be a picture", (link) => expect(impossibleLink(link)).toBe(true));

test.each([
  "https://shop.example/a.jpg",
  "http://shop.example:80/a%20b.jpg?v=1",
  "https://93.184.215.14/a.jpg",
  `http://localhost:3000/photos/${"0123456789abcdef".repeat(4)}/1280.webp`,
])("%s may be one", (link) => expect(impossibleLink(link)).toBe(false));
