import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findDeno } from '#deno/find-deno.ts'
import { type FunctionPool, openFunctionPool } from '#deno/function-pool.ts'
import { honoHandler } from '#http/frame/handlers.ts'
import { listen } from '#http/frame/listen.ts'
import { denoHost } from '#http/functions/deno-host.ts'
import { openMetrics } from '#log/metrics.ts'
import { freePort } from '#test/databases/free-port.ts'
import { newFolder } from './function-folder.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

test('a function that computes without end is ended, and answers again afterwards', async () => {
  const url = await serve(LOOPS, { limitMs: 2_000 })

  const late = await fetch(`${url}/loops?forever`)
  const next = await fetch(`${url}/loops`)

  expect([late.status, late.headers.get('sb-error-code')]).toEqual([504, 'IDLE_TIMEOUT'])
  expect(await next.text()).toBe('done')
})

test('without Deno each call says what to install', async () => {
  const url = await serve(LOOPS, { pool: null })

  const answer = await fetch(`${url}/loops`)

  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    code: 'BOOT_ERROR',
    message: 'Functions need Deno: npm install --save-dev deno',
  })
})

const LOOPS = {
  'functions/loops/index.ts': `
    Deno.serve((request) => {
      while (request.url.endsWith('?forever'));
      return new Response('done')
    })`,
}

type Options = { limitMs?: number; pool?: FunctionPool | null }

async function serve(files: Record<string, string>, { limitMs, pool }: Options) {
  const folder = newFolder(files)
  const opened = pool === undefined ? openPool(folder) : pool
  const settings = {
    loops: { isEnabled: true, verifyJwt: false, importMap: null, entrypoint: null },
  }
  const functions = { folder, settings, pool: opened, publicUrl: 'http://public.test' }
  const host = { metrics: openMetrics() } as never
  const app = denoHost({ ...functions, ...(limitMs && { limitMs }) }, host)
  const port = await freePort()
  const { drain } = await listen(honoHandler(app), { host: '127.0.0.1', port })
  onTestFinished(async () => {
    await opened?.close()
    await drain()
  })

  return `http://127.0.0.1:${port}`
}

function openPool(folder: string): FunctionPool {
  const deno = findDeno(HERE, '')
  if (deno === null) throw new Error('The package deno is not installed')

  return openFunctionPool({ deno, folder, environment: {}, print: () => {} })
}
