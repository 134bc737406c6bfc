import { chmodSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and its parents. Node's recursive mkdir never returns if the system refuses with ENOENT, as in /proc.
 * @param mode of each folder that it makes; by default the umask decides
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder);
    if (mode !== undefined) chmodSync(folder, mode); // the umask limits mkdir's own mode
  } catch (error) {
    if (!isFolder(folder)) throw error; // else another process made it
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
