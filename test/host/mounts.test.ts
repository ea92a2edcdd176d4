import { describe, expect, test } from "bun:test";
import { parseMounts, readMounts } from "../../src/host/mounts.ts";

const TABLE = `21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
22 21 0:20 / /proc rw - proc proc rw
30 21 0:40 / /mnt/team\\040share rw,relatime shared:2 - nfs4 files:/team rw
31 30 8:2 / /mnt/team\\040share/local rw - ext4 /dev/sdb1 rw
32 21 0:41 / /home/me/cloud rw - fuse.rclone cloud: rw
33 21 8:3 / /media/usb rw - fuseblk /dev/sdc1 rw
34 21 0:42 / /auto rw - autofs systemd-1 rw
35 21 0:43 / /mnt/c rw - 9p drvfs rw
36 21 0:44 / /twice rw - nfs files:/a rw
37 21 8:4 / /twice rw - xfs /dev/sdd1 rw
`;

describe("the table of mounts", () => {
  const { isRemote } = parseMounts(TABLE);
  test.each([
    ["/", false],
    ["/srv/app", false],
    ["/mnt/team share", true],
    ["/mnt/team share/app", true],
    ["/mnt/team share/local/app", false],
    ["/mnt/team shared", false],
    ["/home/me/cloud/app", true],
    ["/media/usb/app", false],
    ["/auto/host/app", true],
    ["/mnt/c/Users/me", true],
    ["/twice/app", false],
  ])("%s is on another machine: %p", (path, expected) => {
    expect(isRemote(path)).toBe(expected);
  });

  test("may be missing, or be something else: nothing is remote then", () => {
    for (const text of ["", "\n\n", "no mounts here", "1 2 3 - nfs"])
      expect(parseMounts(text).isRemote("/x")).toBe(false);
  });
});

describe("where there is no table", () => {
  test.each([
    ["darwin", "/Volumes/Team/app", true],
    ["darwin", "/net/host/app", true],
    ["darwin", "/Users/me/app", false],
    ["win32", "\\\\server\\share\\app", true],
    ["win32", "//server/share/app", true],
    ["win32", "\\\\?\\UNC\\server\\share", true],
    ["win32", "\\\\?\\C:\\app", false],
    ["win32", "C:\\app", false],
  ] as const)("%s: %s is on another machine: %p", (platform, path, expected) => {
    expect(readMounts(platform).isRemote(path)).toBe(expected);
  });
});
