// Which paths lie on file systems that another machine or program answers for: one that has gone lets every look at it hang, and a
// thread that hangs in the system cannot be given up. Told without touching the path.
import { readTextOr } from "./atomic.ts";

type Mount = { readonly at: string; readonly isRemote: boolean };

/** `fuseblk` is a local disk; 9p, drvfs and virtiofs are folders of another system (WSL, virtual machines). */
const REMOTE = /^(?:nfs|cifs|smb|9p|drvfs|afs|ceph|gluster|lustre|fuse(?!blk)|autofs|davfs|ncp|coda|gpfs|beegfs|sshfs)/;

/** Where there is no table of mounts: shares under their usual places. */
const USUAL: Readonly<Record<string, RegExp>> = {
  darwin: /^\/(?:Volumes|Network|net)\//,
  win32: /^[\\/]{2}(?![?.][\\/](?!UNC))/i,
};

export type Mounts = { readonly isRemote: (path: string) => boolean };

export function readMounts(platform: NodeJS.Platform = process.platform): Mounts {
  const usual = USUAL[platform];
  if (usual) return { isRemote: (path) => usual.test(path) };
  return parseMounts(readTextOr("/proc/self/mountinfo", ""));
}

/** The text of `/proc/self/mountinfo`: the longest mount point above a path decides, of several on one point the last. */
export function parseMounts(text: string): Mounts {
  const mounts = text.split("\n").flatMap((line): readonly Mount[] => {
    const [own = "", source = ""] = line.split(" - ");
    const at = own.split(" ")[4];
    const [kind = ""] = source.split(" ");
    return at === undefined ? [] : [{ at: unescaped(at), isRemote: REMOTE.test(kind) }];
  });
  if (!mounts.some((mount) => mount.isRemote)) return { isRemote: () => false };
  const byLength = mounts.reverse().sort((a, b) => b.at.length - a.at.length);
  return { isRemote: (path) => byLength.find(({ at }) => isBelow(path, at))?.isRemote ?? false };
}

/** Blanks and the like are octal there. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)));
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
