import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = new URL('..', import.meta.url)

export const path = (name) => fileURLToPath(new URL(name, root))

/** A module of the server's source, as it is now, without a build. */
export const source = async (name) =>
  (await runnerImport(path(`server/${name}`), { root: path('server') })).module
