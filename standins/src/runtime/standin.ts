/// <reference path="./text-files.d.ts" />
import { mkdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { openSharedClock } from './clock.ts'
import { controlRoutes, openControlState } from './control.ts'
import type { Declaration } from './declaration.ts'
import { injectFaults } from './faults.ts'
import { InvalidInput } from './fields.ts'
import { loopbackOnly, requireControlHeader, sameOriginOnly } from './guard.ts'
import { type HttpApp, httpListener } from './listener.ts'
import look from './look.css?raw'
import mark from './mark.svg?raw'
import { removeDrafts } from './memory.ts'
import { rows, showPages } from './page.ts'
import { openPlace } from './place.ts'
import { logRequests } from './request-log.ts'
import submit from './submit.js?raw'

export type StartOptions = {
  dataDir: string
  /** By listener: `http`, and the names in `listeners`; a missing one takes any free port. */
  ports?: Record<string, number>
  /** The product's URL, if known; the control API can set it later. */
  productUrl?: string | undefined
  /** The URL of its API, if different. */
  productApiUrl?: string | undefined
  /** The host from which repositories are cloned. */
  codeHostUrl?: string | undefined
}

/** A declared stand-in, ready to start; the type of its state is hidden from here on. */
export type Standin = {
  name: string
  listeners: string[]
  start(options: StartOptions): Promise<RunningStandin>
}

export type RunningStandin = {
  url: string
  /** One for each listener besides HTTP. */
  addresses: Record<string, string>
  close(): Promise<void>
}

export const standin = <Memory>(declaration: Declaration<Memory>): Standin => ({
  name: declaration.name,
  listeners: Object.keys(declaration.listeners ?? {}),
  start: (options) => start(declaration, options),
})

async function start<Memory>(
  declaration: Declaration<Memory>,
  { dataDir, ports = {}, ...options }: StartOptions,
): Promise<RunningStandin> {
  const folder = join(dataDir, 'standins', declaration.name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeDrafts(folder)
  const clock = openSharedClock(join(dataDir, 'standins', 'clock.json'))
  const place = openPlace(folder, clock)
  const control = openControlState(place)
  const addresses = { http: '' } as Record<string, string> & { http: string }
  const needs = {
    clock,
    ...control,
    memory: await declaration.remember(place),
    showPage: showPages(declaration),
    addresses,
    product: {
      url: options.productUrl === undefined ? null : new URL(options.productUrl).origin,
      apiUrl: withoutSlash(options.productApiUrl),
    },
    codeHostUrl: withoutSlash(options.codeHostUrl),
  }
  const app = standinApp(declaration, needs, async () => {
    // The clock is reset first, because the new state may depend on it.
    await clock.shift(0)
    control.log.clear()
    await place.reset()
  })
  const listeners = [
    ['http', httpListener(app)] as const,
    ...Object.entries(declaration.listeners ?? {}).map(
      ([name, make]) => [name, make(needs)] as const,
    ),
  ]
  const close = async () => {
    await Promise.all(listeners.map(([, listener]) => listener.close()))
    await place.close()
  }

  try {
    for (const [name, listener] of listeners) {
      addresses[name] = await listener.open(ports[name] ?? 0)
    }
  } catch (error) {
    await close()
    throw error
  }
  const { http: url, ...besides } = addresses
  return { url, addresses: besides, close }
}

const withoutSlash = (url: string | undefined) => url?.replace(/\/+$/, '') ?? null

const MAX_CONTROL_BODY_BYTES = 64 * 1024 * 1024

/** The played service with what all stand-ins share: control API, log and faults. */
function standinApp<Memory>(
  { files, home, list, control, seed, app: play }: Declaration<Memory>,
  needs: Parameters<Declaration<Memory>['app']>[0],
  reset: () => Promise<void>,
): HttpApp {
  const app: HttpApp = new Hono()
  const missing = (c: Context) => c.json({ error: 'There is nothing at this address.' }, 404)

  app.onError(answerFailure)
  app.use(loopbackOnly)
  app.use(
    '/_control/*',
    sameOriginOnly,
    requireControlHeader,
    bodyLimit({ maxSize: MAX_CONTROL_BODY_BYTES }),
  )
  app.route('/_control', assets(files))
  app.route(
    '/_control',
    controlRoutes(needs, {
      reset,
      async seed(input) {
        if (!seed) throw new InvalidInput('This stand-in has nothing to seed.')
        await seed(needs, input)
      },
    }),
  )
  if (control) app.route('/_control', control(needs))
  app.all('/_control/*', missing)

  app.use(logRequests(needs.log), injectFaults(needs.faults))
  if (list) {
    app.get('/', (c) =>
      needs.showPage(c, { title: home, body: html`<h1>${home}</h1>${rows(list(needs))}` }),
    )
  }
  app.route('/', play(needs))
  app.notFound(missing)

  return app
}

function answerFailure(error: Error, c: Context): Response {
  if (error instanceof InvalidInput) return c.json({ error: error.message }, 400)
  if (error instanceof HTTPException) return error.getResponse()

  process.stderr.write(`stand-in request failed: ${c.req.method} ${c.req.path}\n${error.stack}\n`)
  return c.json({ error: 'The stand-in itself failed; its log says where.' }, 500)
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The one style sheet and a stand-in's own scripts, under `_control`: no real service uses that prefix. */
function assets(files: Record<string, string> = {}): Hono {
  const app = new Hono()
  for (const [name, text] of Object.entries({
    'look.css': look,
    'mark.svg': mark,
    'submit.js': submit,
    ...files,
  })) {
    app.get(`/${name}`, (c) =>
      c.body(text, 200, {
        'content-type': TYPES[extname(name)] ?? 'text/plain; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      }),
    )
  }

  return app
}
