/// <reference path="./text-files.d.ts" />
import { extname } from 'node:path'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { type ControlState, controlPage, controlRoutes } from './control.ts'
import type { Declaration, Needs } from './declaration.ts'
import { injectFaults } from './faults.ts'
import { InvalidInput } from './fields.ts'
import { loopbackOnly, requireControlHeader, sameOriginOnly } from './guard.ts'
import type { HttpApp } from './listener.ts'
import look from './look.css?raw'
import mark from './mark.svg?raw'
import type { Remembered } from './memory.ts'
import { logRequests } from './request-log.ts'

const MAX_CONTROL_BODY_BYTES = 64 * 1024 * 1024

/** The played service with what all stand-ins share: control API, log and faults. */
export function standinApp<Memory extends Remembered>(
  declaration: Declaration<Memory>,
  needs: Needs<Memory>,
  control: ControlState,
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
  app.get('/_control', (c) =>
    needs.showPage(c, { title: 'Control', body: controlPage(control, new URL(c.req.url).origin) }),
  )
  app.route('/_control', assets(declaration.files))
  app.route(
    '/_control',
    controlRoutes({ control, product: needs.product, ...memoryVerbs(declaration, needs) }),
  )
  if (declaration.control) app.route('/_control', declaration.control(needs))
  app.all('/_control/*', missing)

  app.use(logRequests(control.log), injectFaults(control.faults))
  app.route('/', declaration.app(needs))
  app.notFound(missing)

  return app
}

const memoryVerbs = <Memory extends Remembered>(
  { seed }: Declaration<Memory>,
  needs: Needs<Memory>,
) => ({
  resetMemory: () => needs.memory.reset(),
  async seed(input: unknown) {
    if (!seed) throw new InvalidInput('This stand-in has nothing to seed.')
    await seed(needs, input)
  },
})

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
  for (const [name, text] of Object.entries({ 'look.css': look, 'mark.svg': mark, ...files })) {
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
