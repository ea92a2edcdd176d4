import { ledgerContract } from "../contracts/ledger.ts";
import { openMemoryLedgers } from "./memory-ledger.ts";
import { placeOf } from "./turns.ts";

ledgerContract("in memory", () => {
  const ledgers = openMemoryLedgers();
  return (agent) => ledgers.open(placeOf(agent === undefined ? {} : { agent }));
});
