import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { assets } from './assets.ts'
import { controlRoutes } from './control.ts'
import { controlPage } from './control-page.ts'
import type { ControlDesk } from './control-state.ts'
import type { Declaration, Needs } from './declaration.ts'
import { Misunderstood } from './fields.ts'
import { onlyOnPurpose, onlyOwnPages, onlyThisMachine } from './guard.ts'
import type { HttpApp } from './http-listener.ts'
import { misbehave } from './inject-faults.ts'
import type { Remembered } from './memory.ts'
import { logRequests } from './request-log.ts'

const MAX_CONTROL_BODY_BYTES = 64 * 1024 * 1024

/** The played service with everything around it that is the same for all stand-ins. */
export function frameApp<Memory extends Remembered>(
  declaration: Declaration<Memory>,
  needs: Needs<Memory>,
  desk: ControlDesk,
): HttpApp {
  const app: HttpApp = new Hono()
  const missing = (c: Context) => c.json({ error: 'There is nothing at this address.' }, 404)

  app.onError(answerFailure)
  app.use(onlyThisMachine)
  app.use(
    '/_control/*',
    onlyOwnPages,
    onlyOnPurpose,
    bodyLimit({ maxSize: MAX_CONTROL_BODY_BYTES }),
  )
  app.get('/_control', (c) =>
    needs.showPage(c, { title: 'Control', body: controlPage(desk, new URL(c.req.url).origin) }),
  )
  app.route('/_control', assets(declaration.files))
  app.route(
    '/_control',
    controlRoutes({ desk, product: needs.product, ...memoryVerbs(declaration, needs) }),
  )
  if (declaration.control) app.route('/_control', declaration.control(needs))
  app.all('/_control/*', missing)

  app.use(logRequests(desk.log), misbehave(desk.faults))
  app.route('/', declaration.app(needs))
  app.notFound(missing)

  return app
}

const memoryVerbs = <Memory extends Remembered>(
  { seed }: Declaration<Memory>,
  needs: Needs<Memory>,
) => ({
  resetMemory: () => needs.memory.reset(),
  async seed(wish: unknown) {
    if (!seed) throw new Misunderstood('This stand-in has nothing to seed.')
    await seed(needs, wish)
  },
})

function answerFailure(error: Error, c: Context): Response {
  if (error instanceof Misunderstood) return c.json({ error: error.message }, 400)
  if (error instanceof HTTPException) return error.getResponse()

  process.stderr.write(`stand-in failed at ${c.req.method} ${c.req.path}: ${error.stack}\n`)
  return c.json({ error: 'The stand-in itself failed; its log says where.' }, 500)
}
