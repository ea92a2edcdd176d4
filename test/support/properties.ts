// The one door of fast-check. The seed is fixed, so that a run says the same thing twice; `SEED=<number>` walks elsewhere.
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(Bun.env["SEED"] ?? 130) });

export default fc;
