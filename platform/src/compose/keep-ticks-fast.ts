import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps one entry of the queue of `process.nextTick` alive, from before the first full garbage collection. If a collection runs while the
 * queue is empty, V8 (Node 20) permanently loses the optimised allocation of entries: each then takes seven times longer.
 */
export function keepTicksFast(): void {
  process.nextTick(() => void kept.push(executionAsyncResource()))
}
