// Everything embedded in the binary: the only file that imports with `{ type: "file" }`. Each value is a path that
// `host/bytes.ts` can read, inside the binary and when run from source. Fewer than eight files: field case H2.

import assistant from "../dist/assistant.js" with { type: "file" };
import kernelPlain from "../dist/kernel/plain.wasm" with { type: "file" };
import kernelRelaxed from "../dist/kernel/relaxed.wasm" with { type: "file" };
import shippedLibrary from "../dist/library.blob" with { type: "file" };
import shippedRows from "../dist/rows.blob" with { type: "file" };
import shippedTexts from "../dist/texts.blob" with { type: "file" };
import worker from "../dist/worker.blob" with { type: "file" };
import ortWasm from "../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm" with { type: "file" };

export const ASSETS = {
  ortWasm,
  worker,
  assistant,
  kernelPlain,
  kernelRelaxed,
  shippedLibrary,
  shippedRows,
  shippedTexts,
} as const;
