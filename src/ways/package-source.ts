// Where a package comes from, as people type it and as the lock file keeps it. What git or npm would take for an option, for a
// program to start or for another kind of source is refused here, before either of them sees it.
import { WaysError } from "../errors.ts";

export type PackageSource =
  | { readonly kind: "folder"; readonly path: string }
  /** What `npm pack` writes. */
  | { readonly kind: "tarball"; readonly path: string }
  /** `ref`: a branch, a tag or a whole commit id; "" for the default branch. `isLocal`: the URL is a path. */
  | { readonly kind: "git"; readonly url: string; readonly ref: string; readonly isLocal: boolean }
  /** `wanted`: a version, a range or a tag; "" for the newest. */
  | { readonly kind: "npm"; readonly name: string; readonly wanted: string };

const EXAMPLES = "a folder, `npm:<package>@<version>`, `https://…/<repository>.git#<tag>`, or a `.tgz` file";

const PACKAGE = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/;
const WANTED = /^[0-9A-Za-z^~<>=*][0-9A-Za-z.^~<>=*+-]*$/;
const REF = /^[0-9A-Za-z_][0-9A-Za-z_./@+-]*$/;
const SCHEMES = ["https:", "http:", "ssh:", "file:"];

/** Throws a WaysError. `isGit`: a path without `.git` at its end that is meant as a repository (`git:…`). */
export function parseSource(text: string): PackageSource {
  const typed = text.trim();
  if (typed === "" || typed.startsWith("-") || /\p{Cc}/u.test(typed)) throw unknown(text);
  if (typed.startsWith("npm:")) return parseNpm(typed.slice("npm:".length), text);
  const url = typed.replace(/^git\+/, "");
  if (/^[A-Za-z0-9+.-]+::/.test(url)) throw unknown(text, "git would start a program for it");
  const [, address = url, ref = ""] = /^([^#]*)#(.*)$/.exec(url) ?? [];
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(url)) return parseUrl(address, ref, text);
  const isScp = /^[\w.-]+@[\w.-]+:[^-]/.test(url);
  if (isScp || /\.git\/?$/.test(address)) return gitSource(address, ref, !isScp);
  return { kind: /\.(?:tgz|tar\.gz)$/i.test(typed) ? "tarball" : "folder", path: typed };
}

function parseNpm(spec: string, text: string): PackageSource {
  const at = spec.indexOf("@", 1);
  const [name, wanted] = at < 0 ? [spec, ""] : [spec.slice(0, at), spec.slice(at + 1)];
  if (!PACKAGE.test(name) || (at >= 0 && !WANTED.test(wanted)))
    throw unknown(text, "after `npm:` stands the name of a package, and a version after `@`");
  return { kind: "npm", name, wanted };
}

function parseUrl(address: string, ref: string, text: string): PackageSource {
  const url = URL.parse(address);
  if (url === null || !SCHEMES.includes(url.protocol))
    throw unknown(text, `git is asked by ${SCHEMES.join(", ")} only`);
  if (url.password !== "") {
    url.password = "***";
    throw unknown(url.href, "a password would be written down: git's credential helpers keep one");
  }
  if (url.hostname.startsWith("-") || url.username.startsWith("-")) throw unknown(text);
  return gitSource(address, ref, false);
}

function gitSource(url: string, ref: string, isLocal: boolean): PackageSource {
  if (ref !== "" && (!REF.test(ref) || ref.includes("..")))
    throw new WaysError(`\`${ref}\` is no branch, tag or commit`, { hint: "it stands after `#`: `….git#v1.2.0`" });
  return { kind: "git", url, ref, isLocal };
}

/** `parseSource` reads it back. */
export function formatSource(source: PackageSource): string {
  switch (source.kind) {
    case "git":
      return source.ref === "" ? source.url : `${source.url}#${source.ref}`;
    case "npm":
      return source.wanted === "" ? `npm:${source.name}` : `npm:${source.name}@${source.wanted}`;
    default:
      return source.path;
  }
}

/** The same source at another version, tag, branch or commit. Throws a WaysError. */
export function sourceAt(source: PackageSource, version: string): PackageSource {
  if (source.kind === "git") return gitSource(source.url, version, source.isLocal);
  if (source.kind === "npm") return parseNpm(`${source.name}@${version}`, `npm:${source.name}@${version}`);
  throw new WaysError(`a ${source.kind} has no versions to choose from`, {
    hint: "leave `--to` away: it is read again",
  });
}

function unknown(text: string, why?: string): WaysError {
  return new WaysError(`\`${text}\` is no source of a package${why === undefined ? "" : `: ${why}`}`, {
    hint: `it is ${EXAMPLES}`,
  });
}
