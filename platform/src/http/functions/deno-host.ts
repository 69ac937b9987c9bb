import { type Context, Hono } from 'hono'
import { type Forwarded, forwardRequest } from '#deno/forward-request.ts'
import { type FunctionFiles, type FunctionSettings, findFunction } from '#deno/function-folder.ts'
import type { FunctionPool } from '#deno/function-pool.ts'
import { AppError } from '#errors/app-error.ts'
import { bodyLimit } from '#http/frame/body-limit.ts'
import { personalAnswers } from '#http/frame/caching.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { functionsCors } from '#http/frame/cors.ts'
import { claimsOf } from './callers.ts'
import { functionFailure, hostFailure } from './failures.ts'
import type { HostNeeds } from './host.ts'
import { jsonAnswer } from './json-answer.ts'
import { noSuchFunction, tookTooLong, wrongMethod } from './refusals.ts'

export type DenoFunctions = {
  /** The project's `supabase` folder. */
  folder: string
  settings: Readonly<Record<string, FunctionSettings>>
  /** null: there is no Deno on this machine. */
  pool: FunctionPool | null
  /** The address that clients see, without a path. */
  publicUrl: string
  limitMs?: number
}

const BODY_LIMIT_BYTES = 20 * 1024 * 1024
const LIMIT_MS = 150_000
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Serves a project's functions, each in a Deno of its own. */
export function denoHost(
  functions: DenoFunctions,
  host: Pick<HostNeeds, 'tokens' | 'apiKeys' | 'admit' | 'log' | 'metrics'>,
) {
  const answer = async (c: Context<RequestContext>) => {
    const name = c.req.param('name') ?? ''
    const files = findFunction(functions.folder, name, functions.settings)
    if (!files) return hostFailure(noSuchFunction())
    if (!METHODS.includes(c.req.method)) return hostFailure(wrongMethod())

    const began = performance.now()
    const response = await admitted(c.req.raw, files, functions, host)
    host.metrics.functionAnswered(name, response.status, (performance.now() - began) / 1000)
    return response
  }

  return new Hono<RequestContext>()
    .onError((error) => functionFailure(error, host.log))
    .use(functionsCors, personalAnswers, bodyLimit(BODY_LIMIT_BYTES))
    .all('/:name', answer)
    .all('/:name/*', answer)
    .all('*', () => hostFailure(noSuchFunction()))
}

async function admitted(
  request: Request,
  files: FunctionFiles,
  functions: DenoFunctions,
  host: Parameters<typeof denoHost>[1],
): Promise<Response> {
  try {
    if (files.verifyJwt) await claimsOf(host, request)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return hostFailure(error)
    throw error
  }

  return run(request, files, functions)
}

async function run(
  request: Request,
  files: FunctionFiles,
  { pool, publicUrl, limitMs = LIMIT_MS }: DenoFunctions,
): Promise<Response> {
  if (pool === null) return bootError('Functions need Deno: npm install --save-dev deno')
  const { process, release, discard } = pool.acquire(files)
  const socket = await process.ready
  if (socket === null) {
    release()
    return bootError('Function failed to start (please check logs)')
  }

  const { pathname, search } = new URL(request.url)
  const address = `${publicUrl}${pathname.replace(/^\/functions\/v1/, '')}${search}`
  const forwarded = await forwardRequest(request, address, { socket, limitMs, done: release })
  // It may compute without end, which nothing else would stop.
  if (forwarded === 'late') discard()
  return forwarded instanceof Response ? forwarded : failed(forwarded, process.ended)
}

const GRACE_MS = 200

/** A process that ran out of memory ends right after its connections. */
async function failed(
  forwarded: Exclude<Forwarded, Response>,
  ended: Promise<{ isOutOfMemory: boolean }>,
): Promise<Response> {
  if (forwarded === 'late') return hostFailure(tookTooLong())
  const end = await Promise.race([ended, after(GRACE_MS)])

  return end?.isOutOfMemory
    ? failure('WORKER_LIMIT', 546, 'Function failed due to not having enough compute resources')
    : failure('WORKER_ERROR', 500, 'Function exited due to an error (please check logs)')
}

const after = (ms: number) =>
  new Promise<null>((resolve) => setTimeout(() => resolve(null), ms).unref())

const bootError = (message: string) => failure('BOOT_ERROR', 503, message)

const failure = (code: string, status: number, message: string) =>
  jsonAnswer({ code, message, error: message }, { status, headers: { 'sb-error-code': code } })
