import { expect, test } from "vitest";

import { urlBeside } from "../../../config/brand/origin.ts";

const HERE = new URL("http://console.localhost:3010/brands");

test.each([
  ["https://acme.localhost/payment-notification", "http://acme.localhost:3010/payment-notification"],
  ["https://gifts.acme.example/payment-notification", "https://gifts.acme.example/payment-notification"],
  ["http://acme.localhost:8080/", "http://acme.localhost:8080/"],
])("%s is reached beside http://console.localhost:3010 as %s", (url, reached) => {
  expect(urlBeside(url, HERE).href).toBe(reached);
});
