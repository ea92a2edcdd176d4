// The one door of picomatch: a glob becomes a regex once, when a way is parsed, so that no hook loads the library.
import picomatch from "picomatch";

/** What picomatch adds so that `*` never matches `.` and `..`: paths here hold neither, and look-around is not ours to run. */
const GUARDS = ["(?!(?:^|\\/)\\.{1,2}(?:\\/|$))", "(?!\\.{1,2}(?:\\/|$))", "(?=.)"] as const;

const OPTIONS: picomatch.PicomatchOptions = {
  dot: true,
  windows: false,
  nonegate: true,
  posix: true,
  strictBrackets: true,
  fastpaths: false,
  expandRange: (from: string, to: string) => `(?:${numbersBetween(from, to).join("|")})`,
};

/** `{1..12}`, `{01..12}`; anything else, or more than a hundred, makes the glob invalid. */
function numbersBetween(from: string, to: string): string[] {
  const [low, high] = [Number(from), Number(to)];
  if (!(high >= low && high - low < 100)) throw new Error("not a range of numbers");
  const width = from.startsWith("0") ? from.length : 0;
  return Array.from({ length: high - low + 1 }, (_, i) => String(low + i).padStart(width, "0"));
}

/** Regex source that matches a whole `/`-separated, project-relative path; null when the glob is invalid. */
export function globSource(glob: string): string | null {
  // In front of everything `**/` means "at the start or after any slash": no loop needed for it.
  const tail = glob.normalize("NFC").replace(/^(?:\*\*\/)+/, "");
  try {
    const regex = picomatch.makeRe(tail, OPTIONS);
    if (!regex || tail === "") return null;
    const source = GUARDS.reduce((text, guard) => text.replaceAll(guard, ""), regex.source);
    return tail === glob.normalize("NFC") ? source : `(?:^|\\/)${source.replace(/^\^/, "")}`;
  } catch {
    return null;
  }
}
