import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { say } from './run.js'

/**
 * One child process at a time, started from a folder. The next one waits until the one before has ended, because both need the same data
 * folder and ports. `start` returns the child, and a promise that resolves when it is ready.
 */
export function supervise(name, start) {
  let folder
  let running = null
  let isStopped = false
  let begin
  let latest = {
    promise: new Promise((resolve) => {
      begin = resolve
    }),
  }

  async function replace() {
    const began = performance.now()
    const isFirst = running === null
    await end()
    if (isStopped) return null

    running = start(folder)
    const { child, ready } = running
    child.once('exit', (code) => {
      if (running?.child !== child || running.isEnding) return
      say(`${name} ended (${code}), waiting for a change`)
      // During a start, the current child's promise is returned.
      if (!latest.isWorking) latest = { promise: Promise.resolve(null) }
    })
    try {
      const result = await ready
      if (!isFirst) say(`${name} restarted in ${Math.round(performance.now() - began)} ms`)
      return result
    } catch {
      return null
    }
  }

  async function end() {
    const { child } = running ?? {}
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    running.isEnding = true
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  return {
    /** Without a folder, restarts from the same one. Restarts requested while one waits are merged. */
    restart(from = folder) {
      if (from === undefined) return
      folder = from
      if (latest.isWaiting) return

      const before = latest.isWorking ? latest.promise : null
      const turn = { isWaiting: true, isWorking: true }
      turn.promise = (async () => {
        await before
        turn.isWaiting = false
        const result = await replace()
        turn.isWorking = false
        return result
      })()
      latest = turn
      begin()
    },

    /** The newest process's promise, or null if none is running. */
    async ready() {
      for (;;) {
        const turn = latest
        const result = await turn.promise
        if (turn === latest) return result
      }
    },

    async stop() {
      isStopped = true
      await end()
    },
  }
}

let announced = null

/** Forwards the server's output, and resolves with the address in its line `ready …`. Restarts print no further announcement. */
export async function readyAddress(output) {
  const lines = createInterface({ input: output })

  return new Promise((resolve, reject) => {
    const before = new Set()
    let isReady = false
    lines.on('line', (line) => {
      const ready = /^ready (http\S+)$/.exec(line)
      if (ready) {
        isReady = true
        announced ??= before
        resolve(ready[1])
      } else if (isReady || !announced?.has(line)) {
        before.add(line)
        say(line)
      }
    })
    lines.on('close', () => reject(new Error('The server did not start.')))
  })
}
