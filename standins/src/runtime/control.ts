import { type Context, Hono } from 'hono'
import type { ControlState } from './control-state.ts'
import type { Product } from './declaration.ts'
import { type CallPattern, matchesCall } from './faults.ts'
import { fieldsOf, InvalidInput, readJson } from './fields.ts'
import { isLoopbackHost } from './loopback.ts'
import { readFault } from './read-fault.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'

const HUNDRED_YEARS_MS = 100 * 366 * 24 * 60 * 60 * 1000

type Wants = {
  control: ControlState
  product: Product
  resetMemory(): Promise<void>
  seed(input: unknown): Promise<void>
}

/** The control API, which the real service does not have: for tests and developers. */
export function controlRoutes({ control, product, resetMemory, seed }: Wants): Hono {
  const { clock, faults, log } = control

  return new Hono()
    .post('/reset', async (c) => {
      // The clock first: a fresh memory may depend on it.
      await control.reset()
      await resetMemory()
      return c.body(null, 204)
    })
    .post('/seed', async (c) => {
      await seed(await readJson(c.req))
      return c.body(null, 204)
    })
    .get('/clock', (c) => c.json(timeOf(control)))
    .put('/clock', async (c) => {
      await clock.shift(readOffset(await readJson(c.req)))
      return c.json(timeOf(control))
    })
    .get('/faults', (c) => c.json(faults.list()))
    .post('/faults', async (c) => {
      const fault = readFault(await readJson(c.req))
      await faults.add(fault)
      return c.json(fault, 201)
    })
    .delete('/faults', async (c) => {
      await faults.clear()
      return c.body(null, 204)
    })
    .delete('/faults/:id', async (c) => {
      await faults.remove(c.req.param('id'))
      return c.body(null, 204)
    })
    .put('/product', async (c) => {
      product.url = readUrl(await readJson(c.req))
      return c.json({ url: product.url })
    })
    .route('/', requestRoutes(log))
}

/** `?method=&path=&after=` choose; the count has no upper limit, the list does. */
function requestRoutes(log: RequestLog): Hono {
  const wantedBy = (c: Context): CallPattern => ({
    method: c.req.query('method')?.toUpperCase() ?? '*',
    path: c.req.query('path') ?? '*',
  })

  return new Hono()
    .get('/requests', (c) => {
      const after = Number(c.req.query('after') ?? 0)
      const isWanted = ({ number, method, path }: LoggedRequest) =>
        number > after && matchesCall(wantedBy(c), method, path.replace(/\?.*/s, ''))
      return c.json(log.list().filter(isWanted))
    })
    .get('/requests/count', (c) => c.json({ count: log.count(wantedBy(c)) }))
    .delete('/requests', (c) => {
      log.clear()
      return c.body(null, 204)
    })
}

const timeOf = ({ clock }: ControlState) => ({
  offsetMs: clock.offsetMs,
  now: new Date(clock.now()).toISOString(),
})

function readOffset(input: unknown): number {
  const offsetMs = fieldsOf(input).integer('offsetMs')
  if (Math.abs(offsetMs) <= HUNDRED_YEARS_MS) return offsetMs
  throw new InvalidInput('"offsetMs" must stay within a hundred years.')
}

function readUrl(input: unknown): string {
  const url = fieldsOf(input).text('url')
  if (URL.canParse(url) && isLoopbackHost(new URL(url).host)) return new URL(url).origin
  throw new InvalidInput('"url" must be an address on this machine.')
}
