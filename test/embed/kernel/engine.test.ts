import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKernel } from "../../../src/embed/kernel/engine.ts";
import { startKernel } from "../../../src/embed/kernel/start.ts";
import { WaysError } from "../../../src/errors.ts";
import { cosine, MODELS, readOracle } from "../oracle.ts";
import { randomIds, seeded } from "../random.ts";
import { kernelCode, kernelFiles, openTestKernel } from "./builds.ts";

const oracle = readOracle();
const kernel = await openTestKernel();
const NOT_WASM = () => Uint8Array.of(0, 97, 115, 109, 9, 9, 9, 9);
const scratch = mkdtempSync(join(tmpdir(), "ways-kernel-test-"));

/** Of all oracle vectors, one after the other. It changes with the kernel's arithmetic, and with nothing else. */
const BITS = "55840a98a16687bfa20adc06aff5bac92148ca3c4da055a8c58460f84c30af6d";

const vectorOf = (ids: readonly number[], from = kernel) => from.embed(ids)!;
const lengths = [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 63, 64, 65, 100, 129, 512];

describe("vectors", () => {
  test("agree with the reference on every oracle text", () => {
    const cosines = oracle.map(({ ids, vector }) => cosine(vectorOf(ids), vector));
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.9997);
    expect(cosines.reduce((a, b) => a + b) / cosines.length).toBeGreaterThanOrEqual(0.9999);
  }, 60_000);

  test("are these bits on every machine: a difference between platforms would move scores, and make caches of one useless on another", () => {
    const all = new Bun.CryptoHasher("sha256");
    for (const { ids } of oracle) all.update(vectorOf(ids));
    expect(all.digest("hex")).toBe(BITS);
  }, 60_000);

  test("are of unit length for every number of tokens", () => {
    const random = seeded(3);
    for (const length of lengths) {
      const vector = vectorOf(randomIds(random, length));
      expect(vector.length).toBe(kernel.dimensions);
      expect(Math.abs(cosine(vector, vector) - 1)).toBeLessThan(1e-5);
    }
  }, 60_000);

  test("are the same bits when repeated, in any order, after longer texts and after late ones", () => {
    const random = seeded(4);
    const texts = lengths.map((length) => randomIds(random, length));
    const first = texts.map((ids) => vectorOf(ids));
    const order = [...texts.keys()].sort((a, b) => ((a * 7) % 11) - ((b * 7) % 11));
    for (const i of [...order, ...order.toReversed()]) {
      kernel.embed(texts[(i + 5) % texts.length]!, lateAfter(i % 12));
      expect(vectorOf(texts[i]!)).toEqual(first[i]!);
    }
  }, 60_000);

  test("of several texts at once are the same bits as of each alone, whatever they stand beside", () => {
    const random = seeded(9);
    const texts = lengths.slice(0, -1).map((length) => randomIds(random, length));
    const alone = texts.map((ids) => vectorOf(ids));
    expect(kernel.embedAll(texts, () => false)).toEqual(alone);
    expect(kernel.embedAll(texts.toReversed(), () => false)).toEqual(alone.toReversed());
    for (let i = 0; i < texts.length; i += 3)
      expect(kernel.embedAll(texts.slice(i, i + 3), () => false)).toEqual(alone.slice(i, i + 3));
    expect(kernel.embedAll([], () => false)).toEqual([]);
    expect(() => kernel.embedAll([[1], []], () => false)).toThrow(RangeError);
  }, 60_000);

  test("are the caller's own: a later text does not change them", () => {
    const vector = vectorOf(oracle[0]!.ids);
    const copy = vector.slice();
    vectorOf(oracle[1]!.ids);
    expect(vector).toEqual(copy);
  });

  test("are the same bits however much the kernel has practised", async () => {
    const started = startKernel(await kernelCode());
    const practised = openKernel(kernelFiles(), started);
    for (const { ids } of oracle.slice(0, 12)) {
      started.practise();
      expect(vectorOf(ids, practised)).toEqual(vectorOf(ids));
    }
    practised.close();
  });

  test("of a usual prompt need no more memory than a kernel begins with", async () => {
    const started = startKernel(await kernelCode());
    const before = started.memory.buffer.byteLength;
    const usual = openKernel(kernelFiles(), started);
    usual.embed(Int32Array.from({ length: 24 }, (_, i) => i));
    expect(started.memory.buffer.byteLength).toBe(before);
    usual.close();
  });

  test("of two kernels opened side by side are the same bits", async () => {
    const other = await openTestKernel();
    expect(vectorOf(oracle[5]!.ids, other)).toEqual(vectorOf(oracle[5]!.ids));
    other.close();
  });
});

describe("the build without relaxed SIMD", () => {
  test("is taken when the other does not compile, and gives the same bits", async () => {
    const plain = await openTestKernel({}, kernelCode({ relaxed: NOT_WASM }));
    expect(kernel.build).toBe("relaxed");
    expect(plain.build).toBe("plain");
    const random = seeded(5);
    for (const length of lengths) {
      const ids = randomIds(random, length);
      expect(vectorOf(ids, plain)).toEqual(vectorOf(ids));
    }
    for (const { ids } of oracle.slice(0, 60)) expect(vectorOf(ids, plain)).toEqual(vectorOf(ids));
    plain.close();
  }, 60_000);

  test("is taken by a process that refuses relaxed SIMD", () => {
    const script = `
      const { openTestKernel } = await import(${JSON.stringify(join(import.meta.dir, "builds.ts"))});
      const kernel = await openTestKernel();
      console.log(JSON.stringify([kernel.build, [...kernel.embed(${JSON.stringify(oracle[0]!.ids)})]]));`;
    const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", script], {
      env: { ...process.env, BUN_JSC_useWasmRelaxedSIMD: "0" },
    });
    expect(stderr.toString()).toBe("");
    const [build, numbers]: [string, number[]] = JSON.parse(stdout.toString());
    expect(build).toBe("plain");
    expect(numbers).toEqual([...vectorOf(oracle[0]!.ids)]);
  });

  test("a machine without SIMD is told what it lacks", async () => {
    await expect(kernelCode({ relaxed: NOT_WASM, plain: NOT_WASM })).rejects.toThrow("cannot run the embedding kernel");
  });
});

describe("a deadline", () => {
  test("is looked at before each of the twelve layers", () => {
    for (const layers of [0, 1, 11]) expect(kernel.embed([0, 41, 2], lateAfter(layers))).toBeNull();
    const asked: true[] = [];
    expect(kernel.embed([0, 41, 2], () => asked.push(true) < 0)).not.toBeNull();
    expect(asked.length).toBe(12);
  });
});

describe("what the model does not have is refused", () => {
  test.each([[[-1]], [[0, 250_002, 2]], [[1.5]], [[Number.NaN]], [[]], [Array.from({ length: 513 }, () => 5)]])(
    "ids %j",
    (ids) => {
      expect(() => kernel.embed(ids)).toThrow(RangeError);
      expect(kernel.embed([0, 2])).not.toBeNull();
    },
  );
});

describe("files", () => {
  test("missing, cut or foreign ones are named", async () => {
    const cut = join(scratch, "cut.k4");
    writeFileSync(cut, readFileSync(join(MODELS, "encoder.k4")).subarray(0, 1_000_000));
    const tiny = join(scratch, "tiny.bin");
    writeFileSync(tiny, "tiny");
    const { weights, table } = kernelFiles();
    for (const path of [join(scratch, "none"), cut, tiny, table])
      expect(await faultOf({ weights: path })).toContain(path);
    for (const path of [join(scratch, "none"), tiny, weights]) expect(await faultOf({ table: path })).toContain(path);
  });

  test("damaged weights give an error, never NaN or a wrong length", async () => {
    const damaged = join(scratch, "damaged.k4");
    writeFileSync(damaged, readFileSync(join(MODELS, "encoder.k4")).fill(0xff, 3_136, 3_136 + 30_000));
    const broken = await openTestKernel({ weights: damaged });
    expect(() => broken.embed([0, 41, 2])).toThrow("no usable vector");
    broken.close();
  });
});

/** Says "late" when `layers` layers have run. */
function lateAfter(layers: number): () => boolean {
  const asked: true[] = [];
  return () => asked.push(true) > layers;
}

async function faultOf(changes: Parameters<typeof openTestKernel>[0]): Promise<string> {
  try {
    await openTestKernel(changes);
    return "opened";
  } catch (error) {
    expect(error).toBeInstanceOf(WaysError);
    expect((error as WaysError).hint ?? (error as WaysError).cause).toBeDefined();
    return (error as WaysError).message;
  }
}
