// Plain JavaScript, because a worker thread loads this file itself: tests from here, the build copies it.
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** @typedef {{ folder: string, image: string | null }} WorkerData */

/** @type {WorkerData} */
const { folder, image } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

// V8 would optimise too early for a database: at every start two seconds of both cores went into functions that only
// start-up uses. And it would do so on four threads: on two cores, the first statements then take twice as long.
setFlagsFromString('--wasm-tiering-budget=60000000')
setFlagsFromString('--wasm-num-compilation-tasks=1')

// The engine sets file modes itself, ignoring the umask; in this thread all files are private.
const { chmodSync, fchmodSync } = fs
fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & 0o700)
fs.fchmodSync = (file, mode) => fchmodSync(file, Number(mode) & 0o700)
syncBuiltinESMExports()

const pglite = await PGlite.create({
  dataDir: folder,
  ...(image && { loadDataDir: new Blob([await readFile(image)]) }),
})

/** @type {Record<string, (bytes: Uint8Array) => Promise<Uint8Array>>} */
const tasks = {
  protocol: exchange,
  dump: async () => new Uint8Array(await (await pglite.dumpDataDir('gzip')).arrayBuffer()),
  close: async () => {
    await pglite.close()
    return new Uint8Array()
  },
}

port.on('message', async ({ id, task, bytes }) => {
  try {
    const answer = await tasks[task]?.(bytes)
    port.postMessage({ id, answer }, answer ? [/** @type {ArrayBuffer} */ (answer.buffer)] : [])
  } catch (error) {
    port.postMessage({ id, failure: String(error) })
  }
})

port.postMessage({ id: 0, answer: new Uint8Array() })

/**
 * As a stream: otherwise PGlite decodes every value as text, which nothing reads and which for bytes takes longer
 * than the query.
 * @param {Uint8Array} bytes
 */
async function exchange(bytes) {
  /** @type {Uint8Array[]} */
  const parts = []
  await pglite.execProtocolRawStream(bytes, {
    // A view of the engine's own memory, which changes later.
    onRawData: (part) => void parts.push(part.slice()),
  })
  const answer = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    answer.set(part, at)
    at += part.length
  }
  return answer
}
