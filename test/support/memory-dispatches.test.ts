import { dispatchesContract } from "../contracts/dispatches.ts";
import { openMemoryDispatches } from "./memory-dispatches.ts";
import { placeOf } from "./turns.ts";

dispatchesContract("in memory", () => {
  const open = openMemoryDispatches();
  return (agent) => open(placeOf(agent === undefined ? {} : { agent }));
});
