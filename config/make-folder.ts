import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder and its parents. Node's recursive mkdir never returns where the system refuses with ENOENT, as in /proc. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!isFolder(folder)) throw error; // else another process made it
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
