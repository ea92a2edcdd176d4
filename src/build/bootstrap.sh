#!/bin/sh
# Installs the pinned Bun and the dependencies with whatever is on PATH: Bun of any version, or npx of Node.
# A Bun of another version only fetches the pinned one: it could not read the lockfile.
set -eu
version=$(sed -n 's/^ *"bun": "\([0-9.]*\)".*/\1/p' package.json)

fail() {
  printf 'ways: %s\n\nhint: %s\n' "$1" "$2" >&2
  exit 3
}

if [ "$(bun --version 2>/dev/null)" = "$version" ]; then
  bun install --frozen-lockfile
elif command -v bun >/dev/null 2>&1; then
  bun x "bun@$version" install --frozen-lockfile
elif command -v npx >/dev/null 2>&1; then
  npm_config_update_notifier=false npx --yes "bun@$version" install --frozen-lockfile
else
  fail "neither \`bun\` nor \`npx\` is on PATH" \
    "install Node.js or Bun, any version; it fetches the pinned Bun $version by itself"
fi

# Without its install script the package is a stub (`ignore-scripts` in an .npmrc does that).
[ "$(node_modules/.bin/bun --version 2>/dev/null)" = "$version" ] ||
  fail "\`node_modules/.bin/bun\` is not Bun $version" "allow install scripts for \`bun\`, delete \`node_modules\` and run again"
touch -c node_modules/.bin/bun # newer than package.json: make is content
