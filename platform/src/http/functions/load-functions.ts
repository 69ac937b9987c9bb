import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartError } from '#errors/start-error.ts'
import type { Call, ServerFunction } from './server-function.ts'

/** The exports of a module with a function. */
type FunctionModule = {
  /** The function. */
  default?: (request: Request, caller: Caller) => Promise<Response> | Response
  /** false: callers need no token. */
  verifyJwt?: boolean
}

export type Caller = { role: string; address: string }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Loads the functions of a folder by file name: `hello.js` answers at /functions/v1/hello. By default a caller needs a token or key signed
 * here, as on the hosted platform.
 */
export async function loadFunctions(
  folder: string,
): Promise<Record<string, ServerFunction<undefined>>> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new StartError(`The functions in ${folder} cannot be read: ${reasonOf(error)}.`)
  })
  const files = names.filter((name) => /^[\w-]+\.(js|mjs)$/.test(name)).sort()
  const loaded = await Promise.all(
    files.map(async (file) => [parse(file).name, await loadOne(join(folder, file))] as const),
  )

  return Object.fromEntries(loaded)
}

async function loadOne(file: string): Promise<ServerFunction<undefined>> {
  const module: FunctionModule = await import(/* @vite-ignore */ pathToFileURL(file).href).catch(
    (error: unknown) => {
      throw new StartError(`${file} cannot be loaded: ${reasonOf(error)}.`)
    },
  )
  const { default: answer, verifyJwt = true } = module
  if (typeof answer !== 'function') {
    throw new StartError(`${file} must export a function as its default.`)
  }

  return {
    methods: METHODS,
    authorize: async (call) => {
      const caller = { role: await roleOf(call, verifyJwt), address: call.clientAddress }

      return async () => answer(call.request, caller)
    },
  }
}

const roleOf = (call: Call, verifyJwt: boolean) => (verifyJwt ? call.role() : 'anon')

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
