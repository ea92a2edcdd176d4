// Pasted output of the kinds people paste, made up line by line; each half of the data has kinds of its own.
import { between, pick, type Random } from "./random.ts";

export type Half = "tune" | "held";

const PAGES = ["/", "/rooms", "/calendar", "/guests/list", "/rates", "/widget/v2", "/houses/881", "/static/app.js"];
const MODULES = ["calendar", "guests", "rates", "rooms", "widget", "invoices", "houses", "portal"];

const two = (n: number) => String(n).padStart(2, "0");
const clock = (random: Random) =>
  `${two(between(random, 0, 23))}:${two(between(random, 0, 59))}:${two(between(random, 0, 59))}`;
const hex = (random: Random, digits: number) =>
  Array.from({ length: digits }, () => between(random, 0, 15).toString(16)).join("");

const KINDS: Readonly<Record<Half, readonly ((random: Random) => string)[]>> = {
  tune: [
    (r) =>
      `10.0.${between(r, 0, 9)}.${between(r, 1, 250)} - - [14/Mar/2026:${clock(r)} +0000] "GET ${pick(r, PAGES)} HTTP/1.1" ${pick(r, [200, 200, 200, 304, 404])} ${between(r, 200, 90_000)} "-" "Mozilla/5.0"`,
    (r) =>
      `2026-03-14T${clock(r)}.${between(r, 100, 999)}Z INFO  [worker-${between(r, 1, 8)}] com.hotels.${pick(r, MODULES)}.${pick(r, ["Loader", "Service", "Mapper"])} - handled ${between(r, 1, 900)} rows in ${between(r, 2, 800)} ms, id=${hex(r, 16)}`,
    (r) =>
      `    at com.hotels.${pick(r, MODULES)}.${pick(r, ["Loader", "Service", "Mapper"])}.${pick(r, ["apply", "load", "run"])}(${pick(r, ["Loader", "Service", "Mapper"])}.kt:${between(r, 10, 700)})`,
    (r) =>
      `  ✓ ${pick(r, MODULES)} › ${pick(r, ["keeps", "shows", "moves", "sorts"])} ${between(r, 1, 40)} entries (${between(r, 1, 90)} ms)`,
  ],
  held: [
    (r) =>
      `{"ts":"2026-03-14T${clock(r)}Z","level":"info","module":"${pick(r, MODULES)}","request":"${hex(r, 12)}","took":${between(r, 1, 900)},"status":${pick(r, [200, 201, 204])}}`,
    (r) =>
      `Mar 14 ${clock(r)} fra-${between(r, 1, 3)} ${pick(r, ["systemd", "kernel", "sshd", "cron"])}[${between(r, 100, 30_000)}]: ${pick(r, ["Started", "Stopped", "Reached target", "Finished"])} ${pick(r, MODULES)}-${between(r, 1, 9)}.service`,
    (r) =>
      `  File "/srv/hotels/${pick(r, MODULES)}/${pick(r, ["loader", "views", "mapper"])}.py", line ${between(r, 10, 700)}, in ${pick(r, ["apply", "load", "run"])}`,
    (r) =>
      `[${between(r, 1, 220)}/220] Building object src/${pick(r, MODULES)}/${pick(r, ["loader", "views", "mapper"])}.cpp.o ${hex(r, 40)}`,
  ],
};

/** About `length` characters of one kind of output. */
export function buildLog(random: Random, half: Half, length: number): string {
  const line = pick(random, KINDS[half]);
  const lines: string[] = [];
  for (let size = 0; size < length; size += lines.at(-1)!.length + 1) lines.push(line(random));
  return lines.join("\n");
}
