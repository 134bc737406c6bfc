import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from "@zxing/library";
import sharp from "sharp";
import { describe, expect, test } from "vitest";

import { drawTillCode, type TillCode } from "../../../../../app/routes/wallet/till-code.server.ts";

/** The drawing as a picture, as the page shows it: black on white, `scale` pixels for each module. */
async function picture(code: TillCode, scale = 3) {
  const [width, height, stretch] = code.kind === "qr" ? [code.size, code.size, 1] : [code.width, 40, 40];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges">` +
    `<rect width="100%" height="100%" fill="#fff"/><path transform="scale(1 ${stretch})" d="${code.path}"/></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true });
  return new RGBLuminanceSource(new Uint8ClampedArray(data), info.width, info.height);
}

/** Reads a picture with another library. */
async function read(code: TillCode) {
  const reader = new MultiFormatReader();
  const format = code.kind === "qr" ? BarcodeFormat.QR_CODE : BarcodeFormat.CODE_128;
  reader.setHints(new Map([[DecodeHintType.POSSIBLE_FORMATS, [format]]]));
  const result = reader.decode(new BinaryBitmap(new HybridBinarizer(await picture(code))));
  return [BarcodeFormat[result.getBarcodeFormat()], result.getText()];
}

describe("the code for the till", () => {
  test.each([
    ["6039123456781234", "6039123456781234"],
    ["603912345678123", "603912345678123"],
    ["6039-1234 5678-1234", "6039123456781234"],
    ["IND1234-5678-9012", "IND1234-5678-9012"],
    ["x^y (01) a&b;~", "x^y (01) a&b;~"],
    ["7", "7"],
  ])("of %s is a Code 128 that another program reads as %s", async (number, read128) => {
    const code = await drawTillCode(number, null);
    expect(await read(code!)).toEqual(["CODE_128", read128]);
  });

  test.each([
    ["कूपन-42", null],
    ["6039123456781234", "qr"],
    ["A1b2-C3d4-E5f6-G7h8-I9j0-K1l2-M3n4", null],
  ] as const)(
    "of %s is a QR code if the number does not suit a barcode, or the host wants one (%s)",
    async (number, format) => {
      const code = await drawTillCode(number, format);
      expect(await read(code!)).toEqual(["QR_CODE", number]);
    },
  );

  test("is the barcode that the host requires, however wide", async () => {
    const number = "A1b2-C3d4-E5f6-G7h8-I9j0-K1l2-M3n4";
    expect(await read((await drawTillCode(number, "code128"))!)).toEqual(["CODE_128", number]);
  });

  test("has its quiet zone, and is missing for a card without a number", async () => {
    const barcode = await drawTillCode("6039123456781234", null);
    expect(barcode).toMatchObject({ kind: "barcode", width: 143, path: expect.stringMatching(/^M10 0h2v1/) });
    const ends = [...barcode!.path.matchAll(/M(\d+) 0h(\d)/g)].map(([, x, width]) => Number(x) + Number(width));
    expect(Math.max(...ends)).toBe(133);
    const qr = await drawTillCode("कूपन", null);
    expect(qr!.path.startsWith("M4 4h1")).toBe(true);
    expect(await drawTillCode("", null)).toBeNull();
  });
});
