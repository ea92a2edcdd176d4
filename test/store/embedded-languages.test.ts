import { expect, test } from "bun:test";
import { join } from "node:path";
import { type Places, placesOf } from "../../src/host/paths.ts";
import { configPath, projectConfigPath, readLanguages } from "../../src/store/embedded-languages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function languages(user: string | null, project: string | null, env: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder({
    ...(user === null ? {} : { ".config/claude-ways/config.yaml": user }),
    ...(project === null ? {} : { "app/.claude/ways.yaml": project }),
  });
  const places: Places | null = placesOf({ HOME: home }, "linux");
  if (places === null) throw new Error("no places");
  expect(configPath(places).startsWith(home)).toBe(true);
  expect(projectConfigPath(join(home, "app"))).toBe(join(home, "app/.claude/ways.yaml"));
  return { own: readLanguages(places, join(home, "app"), env), global: readLanguages(places, null, env) };
}

test("without configuration all languages are embedded", () => {
  expect(languages(null, null)).toEqual({ own: [], global: [] });
  expect(languages("max_ways: 2\n", "languages: {\n")).toEqual({ own: [], global: [] });
});

test("a project decides for its own ways, the person for all others", () => {
  expect(languages("languages: [de]\n", null)).toEqual({ own: ["de"], global: ["de"] });
  expect(languages("languages: [de]\n", "languages: [ja, fr]\n")).toEqual({ own: ["ja", "fr"], global: ["de"] });
});

test("the environment decides over both", () => {
  expect(languages("languages: [de]\n", "languages: [ja]\n", { WAYS_LANGUAGES: "fr,sv" })).toEqual({
    own: ["fr", "sv"],
    global: ["fr", "sv"],
  });
});
