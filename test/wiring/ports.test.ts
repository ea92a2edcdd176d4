// What is begun before it is asked for: a second thread must not work on what is known, nor a fault stop an event that may need no vector.
import { expect, test } from "bun:test";
import { openVectorCache } from "../../src/embed/cache.ts";
import { openPorts } from "../../src/wiring/ports.ts";
import { openWorld, type World } from "../../src/wiring/world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function openWatched(begin: (text: string) => void, model = "models") {
  const home = temporaryFolder();
  const world = openWorld({ HOME: home, USERPROFILE: home, XDG_CACHE_HOME: home, WAYS_MODEL_DIR: model });
  const watched: World = { ...world, models: { ...world.models, begin } };
  return { world, ports: openPorts(watched, "event") };
}

test("a text is begun unless its vector is known", () => {
  const begun: string[] = [];
  const { world, ports } = openWatched((text) => void begun.push(text));
  const { fingerprint, manifest } = world.models.requireModel();
  const known = openVectorCache(world.places?.cache ?? "", fingerprint, manifest.dimensions);
  known.put("rename the helper", new Float32Array(manifest.dimensions).fill(1));
  ports.begin("rename the helper");
  ports.begin("write a test");
  expect(begun).toEqual(["write a test"]);
});

test("what cannot be begun is told when it is asked for, not before", async () => {
  const { ports } = openWatched(() => {
    throw new Error("no thread");
  });
  ports.begin("write a test");
  const { ports: without } = openWatched(() => {}, temporaryFolder());
  without.begin("write a test");
  await expect(without.vector("write a test", { at: 1_500, now: () => 0 })).rejects.toThrow();
});
