#!/usr/bin/env node
// The launcher. This file uses only old syntax, so that old versions of Node can print the message below.
const oldest = "20.19.0";

if (isOlder(process.versions.node, oldest)) {
  console.error(
    `\n  Rowhouse needs Node ${oldest} or newer; this is ${process.versions.node}. Get one from https://nodejs.org\n`,
  );
  process.exit(1);
} else {
  import("./commands.mjs").then(({ runCommand }) => runCommand(process.argv[2], process.argv.slice(3)));
}

function isOlder(version, than) {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number));
  return a[0] !== b[0] ? a[0] < b[0] : a[1] !== b[1] ? a[1] < b[1] : a[2] < b[2];
}
