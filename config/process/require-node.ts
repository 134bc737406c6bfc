/** Every program imports this first: an older Node would fail later, with a worse message. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 24 || (major === 24 && minor < 17)) {
  console.error(`Awning needs Node 24.17 or newer; this is ${process.version}. npm scripts bring their own.`);
  process.exit(1);
}
