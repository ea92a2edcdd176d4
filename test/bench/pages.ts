// The system's cache of file pages, emptied for single files without rights: GNU dd can say that they will not be needed.

export function dropPages(files: readonly string[]): void {
  for (const file of files) dropFile(file);
}

function dropFile(file: string): boolean {
  try {
    return Bun.spawnSync(["dd", `of=${file}`, "oflag=nocache", "conv=notrunc,fdatasync", "count=0"]).success;
  } catch {
    return false; // no dd
  }
}

/** Whether a file that was dropped comes from the disk again; not where the file system has no disk or keeps its own cache. */
export function canDropPages(file: string): boolean {
  return dropFile(file) && Bun.spawnSync(["dd", `if=${file}`, "of=/dev/null", "bs=1M"]).resourceUsage.ops.in > 0;
}
