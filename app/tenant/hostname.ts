/**
 * The lower-case hostname and port of a Host header, or null if it is malformed. Stricter than URL parsers, so that all
 * of them read an accepted header alike (`exa%6Dple.com`, `user@evil.example` and `0x7f.1` are refused).
 */
export function parseHost(header: string | undefined): { hostname: string; port: string } | null {
  const match = /^([a-z0-9.-]{1,254})(?::(\d{1,5}))?$/i.exec(header ?? "");
  if (!match?.[1]) return null;

  const hostname = match[1].toLowerCase().replace(/\.$/, "");
  const port = match[2] ?? "";
  if (hostname.length > 253 || Number(port) > 65_535) return null;

  const labels = hostname.split(".");
  if (!labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))) return null;
  // URL parsers read a name whose last label is a number as IPv4, so it must be a plain IPv4 address.
  const isNumeric = /^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? "");
  if (isNumeric && !(labels.length === 4 && labels.every(isOctet))) return null;
  return { hostname, port };
}

const isOctet = (label: string) => /^(0|[1-9]\d{0,2})$/.test(label) && Number(label) <= 255;
