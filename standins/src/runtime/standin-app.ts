import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { assets } from './assets.ts'
import { controlRoutes } from './control.ts'
import { controlPage } from './control-page.ts'
import type { ControlState } from './control-state.ts'
import type { Declaration, Needs } from './declaration.ts'
import { InvalidInput } from './fields.ts'
import { loopbackOnly, requireControlHeader, sameOriginOnly } from './guard.ts'
import { injectFaults } from './inject-faults.ts'
import type { HttpApp } from './listener.ts'
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
