// One task, two threads: its items are claimed one by one until none is left, so a thread that comes late, or never, holds up nobody.
// Which thread does an item makes no difference to its result.
//
// The desk, where the thread that embeds lays its tasks out:
//
//     0 ┌──────────────────────────────────────┐
//       │ i16, i16, i32                        │  ticket: items claimed so far, items of the task, number of the task
//    64 ├──────────────────────────────────────┤
//       │ i32                                  │  items done
//   128 ├──────────────────────────────────────┤
//       │ i32                                  │  1: the assistant sleeps
//       │ i32                                  │  1: no assistant, or one that has kept us waiting
//       │ i32                                  │  1: a thread runs the layers (desk.ts)
//       │ i32                                  │  not 0: they are done, or have failed (desk.ts)
//   192 ├──────────────────────────────────────┤
//       │ i32 kind, 8 words                    │  the task; what the words are, tasks.ts tells
//       │ word                                 │  scratch of the assistant
//   256 └──────────────────────────────────────┘
import { perform } from "./tasks";

const DONE: usize = 64;
const ASLEEP: usize = 128;
const ALONE: usize = 132;
const ENDED: usize = 140;
const TASK: usize = 192;
const WORDS: usize = 4;
/** Written where the memory is laid out. */
const ASSISTANT: usize = 36;
/** Looks without success, some tens of microseconds in all: more than reading a step's weights takes. */
const LOOKS: i32 = 500;
/** Nanoseconds, and how often they are waited for an item that the assistant has claimed: it may have lost its processor. */
const NAP: i64 = 50_000;
const NAPS: i32 = 40;
/** As many, a second and more, as mean that it will not come back: a hook that fails is better than one that hangs. */
const LOST: i32 = 10_000;
/** Tasks of a layer for one text. */
const LAYER: i32 = 12;
/** What `atomic.wait` returns when nobody has woken it. */
const TIMED_OUT: i32 = 2;

/** Does every item of a task, with the assistant if there is one; returns when all are done. */
export function run(
  desk: usize, scratch: usize, kind: i32, items: i32,
  a: usize, b: usize, c: usize, d: usize, e: usize = 0, f: usize = 0, g: usize = 0, h: usize = 0,
): void {
  const task = desk + TASK;
  store<i32>(task, kind);
  store<usize>(task, a, WORDS); store<usize>(task, b, WORDS + 4);
  store<usize>(task, c, WORDS + 8); store<usize>(task, d, WORDS + 12);
  store<usize>(task, e, WORDS + 16); store<usize>(task, f, WORDS + 20);
  store<usize>(task, g, WORDS + 24); store<usize>(task, h, WORDS + 28);
  if (load<i32>(desk, ALONE) != 0) {
    for (let item = 0; item < items; item++) perform(kind, task + WORDS, item, scratch);
    return;
  }
  atomic.store<i32>(desk, 0, DONE);
  const ticket = ((numberOf(atomic.load<i64>(desk)) + 1) << 32) | (<i64>items << 16);
  atomic.store<i64>(desk, ticket);
  if (atomic.load<i32>(desk, ASLEEP) != 0) wake(desk);
  claim(desk, ticket, scratch);
  finish(desk, items);
}

/** Waits for what the assistant has claimed; it is given nothing any more if that takes long. Traps when it takes for ever. */
function finish(desk: usize, items: i32): void {
  let looks = 0, naps = 0;
  for (;;) {
    const done = atomic.load<i32>(desk, DONE);
    if (done == items) break;
    if (++looks < LOOKS) {
      pause(looks);
      continue;
    }
    if (++naps > LOST) unreachable();
    atomic.wait<i32>(desk + DONE, done, NAP);
  }
  if (naps >= NAPS) store<i32>(desk, 1, ALONE);
}

function wake(desk: usize): void {
  atomic.store<i32>(desk, 0, ASLEEP);
  atomic.notify(desk + ASLEEP, 1);
}

/**
 * The assistant's part in tasks as they come; it sleeps while there is none.  Returns after the tasks of a layer, when it has slept for
 * `patience` microseconds and when the layers have ended: it may have a deadline.  With a negative patience it never does.
 */
export function assist(desk: usize, patience: i32): void {
  const nap: i64 = patience < 0 ? -1 : <i64>patience * 1_000;
  let seen: i64 = 0, tasks = 0;
  for (let looks = 0; ; looks++) {
    if (patience >= 0 && tasks > LAYER) return;
    const ticket = atomic.load<i64>(desk);
    if (numberOf(ticket) != seen) {
      seen = numberOf(ticket);
      claim(desk, ticket, load<usize>(desk, TASK + ASSISTANT));
      tasks++;
      looks = 0;
    } else if (patience >= 0 && hasEnded(desk)) {
      return;
    } else if (looks > LOOKS) {
      atomic.store<i32>(desk, 1, ASLEEP);
      const isOver = patience >= 0 && hasEnded(desk);
      if (!isOver && numberOf(atomic.load<i64>(desk)) == seen && atomic.wait<i32>(desk + ASLEEP, 1, nap) == TIMED_OUT) return;
      looks = 0;
    } else {
      pause(looks);
    }
  }
}

function hasEnded(desk: usize): bool {
  return atomic.load<i32>(desk, ENDED) != 0;
}

/** Some eighty nanoseconds: looks without a pause count as a busy loop, which the JIT would compile twice over before it came to the products. */
function pause(looks: i32): void {
  let x: f64 = looks;
  x = 1 / f64.sqrt(x); x = 1 / f64.sqrt(x); x = 1 / f64.sqrt(x); x = 1 / f64.sqrt(x);
  x = 1 / f64.sqrt(x); x = 1 / f64.sqrt(x); x = 1 / f64.sqrt(x); x = 1 / f64.sqrt(x);
  if (x < 0) unreachable(); // never, but the compiler does not know
}

/**
 * Claims items of the task with this ticket and does them, until none is left or another task has been laid out.  That there are items
 * left the ticket itself says: the task beside it may be half of the next one, until an item is claimed, and then stays until it is done.
 */
function claim(desk: usize, ticket: i64, scratch: usize): void {
  const task = desk + TASK;
  while ((<i32>ticket & 0xffff) < (<i32>ticket >> 16)) {
    const found = atomic.cmpxchg<i64>(desk, ticket, ticket + 1);
    if (found == ticket) {
      perform(load<i32>(task), task + WORDS, <i32>ticket & 0xffff, scratch);
      atomic.add<i32>(desk, 1, DONE);
      ticket++;
    } else if (numberOf(found) == numberOf(ticket)) {
      ticket = found;
    } else {
      return;
    }
  }
}

function numberOf(ticket: i64): i64 {
  return ticket >> 32;
}
