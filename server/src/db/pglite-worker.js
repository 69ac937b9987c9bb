// Plain JavaScript, because a worker thread loads its file itself: tests run it from here, the build copies it.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** @typedef {{ folder: string, image: string | null }} WorkerData */

/** @type {WorkerData} */
const { folder, image } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

const pglite = await PGlite.create({
  dataDir: folder,
  ...(image && { loadDataDir: new Blob([await readFile(image)]) }),
})

/** @type {Record<string, (bytes: Uint8Array) => Promise<Uint8Array>>} */
const tasks = {
  protocol: (bytes) => pglite.execProtocolRaw(bytes),
  dump: async () => new Uint8Array(await (await pglite.dumpDataDir('gzip')).arrayBuffer()),
  close: async () => {
    await pglite.close()
    return new Uint8Array()
  },
}

port.on('message', async ({ id, task, bytes }) => {
  try {
    const answer = await tasks[task]?.(bytes)
    port.postMessage({ id, answer })
  } catch (error) {
    port.postMessage({ id, failure: String(error) })
  }
})

port.postMessage({ id: 0, answer: new Uint8Array() })
