/** Width and height of a PNG, from its header. @throws when the bytes are not a PNG */
export function pngSize(bytes: Buffer): [width: number, height: number] {
  if (bytes.toString("latin1", 1, 4) !== "PNG") throw new Error(`no PNG: ${bytes.toString("latin1", 0, 80)}`);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
