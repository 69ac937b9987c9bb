// Plain JavaScript, because a worker thread loads this file directly: tests from here, the build copies it.
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * @typedef {{ id: number, task: string, bytes: Uint8Array, folder: string, image: string | null, extensions: string[] }} Order The last
 * three belong to `open`, which is the first; `bytes` to `protocol`.
 */

/** Another PGlite, for a folder that this one cannot open. */
const other = /** @type {string | null} */ (workerData.engine)
const { PGlite } = await import(other ?? '@electric-sql/pglite')

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

// V8's early optimisation wastes two seconds of both cores at every start, on functions that only the start uses. It
// also uses four threads: on two cores, the first statements then take twice as long.
setFlagsFromString('--wasm-tiering-budget=60000000')
setFlagsFromString('--wasm-num-compilation-tasks=1')

/** PGlite zeroes its buffers at each start; the default of 128 MB costs 0.2 s and 100 MB more. */
const SHARED_BUFFERS = 'shared_buffers=32MB'

// The engine sets file modes itself and ignores the umask; in this thread all files are private.
const { chmodSync, fchmodSync } = fs
fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & 0o700)
fs.fchmodSync = (file, mode) => fchmodSync(file, Number(mode) & 0o700)
syncBuiltinESMExports()

// Its types are part of the DOM library.
const { WebAssembly } = /** @type {any} */ (globalThis)

/** Both are needed before the folder is known. Another PGlite reads its own files. */
const engine = workerData.compiled
  ? Promise.resolve(workerData.compiled)
  : other
    ? null
    : readFile(fileOf('pglite.wasm')).then((bytes) => WebAssembly.compile(bytes))
const share = other ? null : readFile(fileOf('pglite.data')).then((bytes) => new Blob([bytes]))

/** @type {import('@electric-sql/pglite').PGlite} */
let pglite

/** @type {Record<string, (order: Order) => Promise<Uint8Array>>} */
const tasks = {
  open: async ({ folder, image, extensions }) => {
    pglite = other
      ? await PGlite.create({ dataDir: folder })
      : await PGlite.create({
          dataDir: folder,
          pgliteWasmModule: await engine,
          fsBundle: await share,
          extensions: await loadExtensions(extensions),
          startParams: [...PGlite.defaultStartParams, '-c', SHARED_BUFFERS],
          ...(image && { loadDataDir: new Blob([await readFile(image)]) }),
        })
    if (engine && !workerData.compiled) port.postMessage({ compiled: await engine })
    return new Uint8Array()
  },
  protocol: ({ bytes }) => exchange(bytes),
  dump: async () => new Uint8Array(await (await pglite.dumpDataDir('gzip')).arrayBuffer()),
  pgDump: async ({ bytes }) => {
    const { pgDump } = await import(fileOfPgDump())
    // Else it warns that its own quoting has changed this.
    await pglite.exec(`select set_config('search_path', '"public"', false)`)
    const args = JSON.parse(new TextDecoder().decode(bytes))
    const file = await pgDump({ pg: pglite, args })
    return new Uint8Array(await file.arrayBuffer())
  },
  close: async () => {
    await pglite.close()
    return new Uint8Array()
  },
}

port.on('message', async (/** @type {Order} */ order) => {
  const { id } = order
  try {
    const answer = await tasks[order.task]?.(order)
    port.postMessage({ id, answer }, answer ? [/** @type {ArrayBuffer} */ (answer.buffer)] : [])
  } catch (error) {
    port.postMessage({ id, failure: String(error) })
  }
})

/**
 * Their files are not part of the data folder, so that each start names them.
 * @param {string[]} names
 */
async function loadExtensions(names) {
  const loaded = names.map(async (name) => {
    const id = name.replaceAll('-', '_')
    const module = await import(import.meta.resolve(`@electric-sql/pglite/contrib/${id}`))
    return [name, module[id]]
  })

  return Object.fromEntries(await Promise.all(loaded))
}

/** A release has it beside the program, since its package asks for another PGlite. */
function fileOfPgDump() {
  try {
    return import.meta.resolve('@electric-sql/pglite-tools/pg_dump')
  } catch {
    return new URL('./pg-dump/pg_dump.js', import.meta.url).href
  }
}

/** @param {string} name */
function fileOf(name) {
  return new URL(import.meta.resolve(`@electric-sql/pglite/${name}`))
}

/**
 * As a stream: otherwise PGlite decodes every value as text, which nothing reads and which for bytes takes longer
 * than the query.
 * @param {Uint8Array} bytes
 */
async function exchange(bytes) {
  /** @type {Uint8Array[]} */
  const parts = []
  await pglite.execProtocolRawStream(bytes, {
    // A view of the engine's own memory, which later changes.
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
